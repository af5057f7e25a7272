package dev.primus.cluster;

import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A {@link PeerProcess} and the views it has told. */
final class Child implements AutoCloseable {
    private static final String DROPPED = " DROPPED {";

    private final Process process;
    private final List<Seen> views = new CopyOnWriteArrayList<>();
    private final List<String> lines = new CopyOnWriteArrayList<>();

    /** A view and when it was told, by the host's clock: the same for all processes of a test. */
    record Seen(long at, List<String> members) {}

    private Child(Process process) {
        this.process = process;
        Thread reader = new Thread(this::read, "reader of " + process.pid());
        reader.setDaemon(true);
        reader.start();
    }

    /** @param prefix what the command line begins with, to start it elsewhere */
    static Child start(List<String> prefix, String... arguments) {
        List<String> command = new ArrayList<>(prefix);
        command.addAll(List.of(
                System.getProperty("java.home") + "/bin/java",
                "-XX:TieredStopAtLevel=1",
                "-Xmx128m",
                "-cp",
                System.getProperty("java.class.path"),
                PeerProcess.class.getName()));
        command.addAll(List.of(arguments));
        try {
            return new Child(
                    new ProcessBuilder(command).redirectErrorStream(true).start());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private void read() {
        try (BufferedReader in = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                lines.add(line);
                String[] words = line.split(" ");
                if (words.length == 4 && words[1].equals("VIEW")) {
                    views.add(new Seen(Long.parseLong(words[0]), List.of(words[3].split(","))));
                }
            }
        } catch (IOException ended) {
            lines.add(ended.toString());
        }
    }

    /** The first view with just these members that was told after that time. */
    Seen awaitView(long after, String... members) {
        List<String> wanted = sorted(Arrays.stream(members));
        return await("a view of " + wanted + ", in " + lines)
                .atMost(Duration.ofSeconds(20))
                .pollInterval(Duration.ofMillis(20))
                .until(
                        () -> views.stream()
                                .filter(seen -> seen.at() > after
                                        && sorted(seen.members().stream()).equals(wanted))
                                .findFirst()
                                .orElse(null),
                        found -> found != null);
    }

    List<Seen> views(long after, long before) {
        return views.stream()
                .filter(seen -> seen.at() > after && seen.at() <= before)
                .toList();
    }

    /** What the process has dropped so far: asks for it, and waits for the answer. */
    String dropped() {
        long before = lines.stream().filter(line -> line.contains(DROPPED)).count();
        try {
            process.getOutputStream().write('\n');
            process.getOutputStream().flush();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        return await("counts of what was dropped")
                .atMost(Duration.ofSeconds(20))
                .pollInterval(Duration.ofMillis(20))
                .until(
                        () -> lines.stream()
                                .filter(line -> line.contains(DROPPED))
                                .skip(before)
                                .findFirst()
                                .orElse(null),
                        found -> found != null);
    }

    /** SIGKILL. */
    void kill() {
        process.destroyForcibly();
    }

    void signal(String name) {
        try {
            new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid()))
                    .start()
                    .waitFor();
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static List<String> sorted(Stream<String> names) {
        return names.sorted().toList();
    }

    @Override
    public void close() {
        kill();
        try {
            process.waitFor(5, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
