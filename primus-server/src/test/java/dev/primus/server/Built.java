package dev.primus.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The program as it was built, run as a user runs it. */
final class Built {
    private static final Path JAR = Path.of("target", "primus.jar").toAbsolutePath();

    private Built() {}

    /** Starts it with {@code temp} as its folder for temporary files; both streams go to files there. */
    static Process start(Path temp, Path output, Map<String, String> environment, String... args) throws IOException {
        return startOn(List.of(), temp, output, environment, args);
    }

    /** @param on what comes before the command and runs it elsewhere */
    static Process startOn(List<String> on, Path temp, Path output, Map<String, String> environment, String... args)
            throws IOException {
        assertThat(JAR).as("the built program").exists();
        List<String> command = new ArrayList<>(on);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Djava.io.tmpdir=" + temp));
        command.addAll(List.of("-Dprimus.terminal=false", "-jar", JAR.toString()));
        command.addAll(List.of(args));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().putAll(environment);
        builder.redirectOutput(output.toFile());
        builder.redirectErrorStream(true);
        return builder.start();
    }

    static String read(Path output) {
        try {
            return Files.readString(output);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
