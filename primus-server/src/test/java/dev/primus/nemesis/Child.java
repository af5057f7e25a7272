package dev.primus.nemesis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.nemesis.Journal.Held;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A contender seen from outside: its process, its journal, and what can be done to it. */
final class Child implements AutoCloseable {
    private static final int PATIENCE_SECONDS = 20;

    private final String node;
    private final Path paper;
    private final Journal journal;
    private final Process process;
    private final long spawnedAt = System.nanoTime();

    Child(ContenderSettings settings, String label, String user, String password) throws IOException {
        this(
                settings.node(),
                label,
                settings.journal(),
                List.of(),
                Contender.class,
                settings.toArguments(),
                Map.of(ContenderSettings.USER, user, ContenderSettings.PASSWORD, password));
    }

    /**
     * @param on what comes before the command: nothing, or what runs it on another host
     * @param main writes a journal as a {@link Contender} does
     */
    Child(
            String node,
            String label,
            Path paper,
            List<String> on,
            Class<?> main,
            List<String> arguments,
            Map<String, String> environment)
            throws IOException {
        this.node = node;
        this.paper = paper;
        this.journal = new Journal(label, paper);
        List<String> command = new ArrayList<>(on);
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
        command.addAll(arguments);
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output().toFile());
        builder.environment().putAll(environment);
        this.process = builder.start();
    }

    private Path output() {
        return Path.of(paper + ".out");
    }

    String node() {
        return node;
    }

    Journal journal() {
        return journal;
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Whether it has begun to take part; also checks that its clock is ours, on which all comparing rests. */
    boolean isUp() {
        if (!hasBegun()) {
            assertThat(process.isAlive())
                    .as(() -> "a contender that starts; it said " + lastWords())
                    .isTrue();
            return false;
        }
        assertThat(journal.startedAt())
                .as("nanoTime of another process of this host")
                .isBetween(spawnedAt, System.nanoTime());
        return true;
    }

    /** Whether it has joined and asks itself whether it leads; unlike {@link #isUp}, of one that may have failed to. */
    boolean hasBegun() {
        return !journal.free().isEmpty() || !journal.held().isEmpty();
    }

    private String lastWords() {
        try {
            String all = Files.readString(output());
            return all.substring(Math.max(0, all.length() - 2000));
        } catch (IOException e) {
            return e.toString();
        }
    }

    /** Its answers of "yes" to questions asked after {@code since}. */
    List<Held> heldSince(String election, long since) {
        return journal.held().stream()
                .filter(held -> held.before() >= since && held.election().equals(election))
                .toList();
    }

    /** Fails if nobody listens any more. */
    void say(String command) throws IOException {
        process.getOutputStream().write((command + "\n").getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().flush();
    }

    /** SIGKILL; returns when the process is gone. */
    void kill9() throws InterruptedException {
        process.destroyForcibly();
        awaitEnd();
    }

    /** SIGTERM; does not wait. By the handle: the process's own method would close its standard input as well. */
    void term() {
        process.toHandle().destroy();
    }

    void awaitEnd() throws InterruptedException {
        assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS))
                .as(node() + " ends")
                .isTrue();
    }

    /** SIGSTOP; returns when no thread of it runs any more. */
    void stop() throws IOException, InterruptedException {
        signal("STOP");
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (!isStopped()) {
            assertThat(System.nanoTime()).as(node() + " stops").isLessThan(until);
            Thread.sleep(1);
        }
    }

    /** SIGCONT. */
    void cont() throws IOException, InterruptedException {
        signal("CONT");
    }

    private void signal(String name) throws IOException, InterruptedException {
        if (process.isAlive()) {
            new ProcessBuilder("sh", "-c", "kill -" + name + " " + process.pid())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
        }
    }

    private boolean isStopped() throws IOException {
        File[] threads = new File("/proc/" + process.pid() + "/task").listFiles();
        if (threads == null) {
            return true;
        }
        for (File thread : threads) {
            try {
                String stat = Files.readString(thread.toPath().resolve("stat"));
                char state = stat.charAt(stat.lastIndexOf(')') + 2);
                if (state != 'T' && state != 't' && state != 'Z' && state != 'X') {
                    return false;
                }
            } catch (NoSuchFileException e) {
                continue;
            }
        }
        return true;
    }

    /** SIGQUIT: where its threads are is written to its output. Of no use to a process that is stopped. */
    void dumpThreads() {
        try {
            signal("QUIT");
            Thread.sleep(200);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    void keepPapersIn(Path folder) throws IOException {
        for (Path each : List.of(paper, output())) {
            if (Files.exists(each)) {
                Files.copy(each, folder.resolve(each.getFileName()));
            }
        }
    }

    String describe() {
        List<Journal.Feed> feed = journal.feed();
        return "%s: %s, at last %s"
                .formatted(
                        journal.process(),
                        isAlive() ? "alive" : "ended with " + process.exitValue(),
                        feed.subList(Math.max(0, feed.size() - 5), feed.size()));
    }

    /** Leaves nothing behind, stopped or not. */
    @Override
    public void close() {
        process.destroyForcibly();
        try {
            process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public String toString() {
        return journal.process();
    }
}
