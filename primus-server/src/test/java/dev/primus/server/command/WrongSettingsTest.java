package dev.primus.server.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every wrong setting gets one sentence with its name, its value and what is allowed. The inputs and the sentences are in
 * {@code wrong-settings.txt}; {@code -Dprimus.docs=write} writes the sentences anew, to be read before they are kept.
 */
@Tag("G10")
class WrongSettingsTest {
    private static final Path APPROVED = Path.of("src", "test", "resources", "wrong-settings.txt");

    @TempDir
    private Path folder;

    @Test
    void eachGetsItsSentence() throws Exception {
        List<String> approved = Files.readAllLines(APPROVED);
        List<String> seen = new ArrayList<>();
        int inputs = 0;
        for (String line : approved) {
            if (line.startsWith("#") || line.isBlank()) {
                seen.add(line);
            } else if (!line.startsWith("  ")) {
                inputs++;
                seen.add(line);
                seen.add("  " + sentence(line));
            }
        }
        assertThat(inputs).isGreaterThanOrEqualTo(40);
        if ("write".equals(System.getProperty("primus.docs"))) {
            Files.write(APPROVED, seen);
        } else {
            assertThat(seen).isEqualTo(approved);
        }
    }

    /** An input is {@code file: TOML}, {@code env: NAME=value} or {@code flag: words}. */
    private String sentence(String input) throws Exception {
        String[] parts = input.split(": ", 2);
        Map<String, String> environment = new LinkedHashMap<>();
        environment.put("HOME", folder.toString());
        environment.put("XDG_CONFIG_HOME", folder.toString());
        List<String> words = new ArrayList<>(List.of("node", "--election", "e"));
        switch (parts[0]) {
            case "file" -> {
                Path file = Files.writeString(folder.resolve("primus.toml"), parts[1].replace("\\n", "\n"));
                words.addAll(List.of("--config", file.toString()));
            }
            case "env" -> {
                String[] variable = parts[1].split("=", 2);
                environment.put(variable[0], variable[1]);
            }
            default -> words.addAll(List.of(parts[1].split(" ")));
        }
        Run run = Run.with(environment, words.toArray(String[]::new));
        assertThat(run.code()).as(input + "\n" + run.err()).isEqualTo(2);
        assertThat(run.err()).doesNotContain("\tat ");
        return run.err().lines().findFirst().orElse("").replace(folder.toString(), "FOLDER");
    }
}
