package dev.primus.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The program of the guide is the one here, and does what the guide says. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FirstHourTest {
    @TempDir
    Path folder;

    @Test
    void theGuideShowsThisProgram() throws IOException {
        String source = Files.readString(Path.of("src/main/java/dev/primus/examples/FirstHour.java"));
        String shown = source.substring(source.indexOf("import "));
        assertThat(Files.readString(Path.of("../docs/guide-library.md"))).contains("```java\n" + shown + "```");
    }

    @Test
    void itCountsUntilItIsToldToStop() throws Exception {
        Process node = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        FirstHour.class.getName(),
                        "core-1")
                .directory(folder.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (BufferedReader said = node.inputReader()) {
            assertThat(said.lines().takeWhile(line -> !line.startsWith("Admitted[resource=count, token=1]")))
                    .anyMatch(line -> line.matches("counter: granted, term core-1#[0-9a-f]+@1"));
            node.toHandle().destroy(); // leaves its output open, unlike destroy()
            List<String> last = said.lines().toList();
            assertThat(last).last().asString().matches("counter: revoked, term core-1#[0-9a-f]+@1, SHUTDOWN");
            assertThat(node.waitFor(20, TimeUnit.SECONDS)).isTrue();
        } finally {
            node.destroyForcibly();
        }
    }
}
