package dev.primus.nemesis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A {@code primus run} process, as it was built and as a user starts it. */
final class Runner implements AutoCloseable {
    private static final Path JAR = Path.of("target", "primus.jar").toAbsolutePath();

    private final String node;
    private final Process process;
    private final Path output;

    Runner(String node, Map<String, String> environment, Path folder, List<String> options, List<String> program)
            throws IOException {
        assertThat(JAR).as("the built program").exists();
        this.node = node;
        this.output = folder.resolve(node + ".out");
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Djava.io.tmpdir=" + folder));
        command.addAll(List.of("-Dprimus.terminal=false", "-jar", JAR.toString()));
        command.addAll(List.of("run", "--node", node));
        command.addAll(options);
        command.add("--");
        command.addAll(program);
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().putAll(environment);
        // These are killed all the time, and nobody asks them anything.
        builder.environment().put("PRIMUS_CONTROL_SOCKET", "none");
        builder.redirectErrorStream(true).redirectOutput(output.toFile());
        this.process = builder.start();
    }

    String node() {
        return node;
    }

    long pid() {
        return process.pid();
    }

    String said() {
        try {
            return Files.readString(output);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** Its companion, if there is one. */
    Optional<ProcessHandle> companion() {
        return process.children()
                .filter(child -> child.info().commandLine().orElse("").contains("deathwatch.companion.Companion"))
                .findFirst();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    int exitCode() throws InterruptedException {
        assertThat(process.waitFor(30, TimeUnit.SECONDS))
                .as(() -> node + " ends; it said " + said())
                .isTrue();
        return process.exitValue();
    }

    void signal(String name) throws IOException, InterruptedException {
        signal(name, process.pid());
    }

    static void signal(String name, long pid) throws IOException, InterruptedException {
        new ProcessBuilder("sh", "-c", "kill -" + name + " " + pid)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
    }

    /** All that descends from it goes too: a test that failed must leave nothing behind. */
    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
