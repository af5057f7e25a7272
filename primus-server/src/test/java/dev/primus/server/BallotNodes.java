package dev.primus.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.primus.cluster.ballot.MemberKey;
import dev.primus.cluster.ballot.NodeKey;
import dev.primus.core.NodeName;
import dev.primus.core.ballot.score.Capability;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Processes of {@code primus node --engine ballot} on loopback, and what they say. */
final class BallotNodes implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Pattern LEADS = Pattern.compile("LEADING, term (\\d+)");
    private static final Pattern NEWS = Pattern.compile("(?:LEADING| leads), term (\\d+)");

    private final Path folder;
    private final Map<String, Integer> ports = new LinkedHashMap<>();
    private final Map<String, Process> nodes = new LinkedHashMap<>();

    BallotNodes(Path folder, String... names) throws IOException {
        this.folder = folder;
        for (String name : names) {
            ports.put(name, FreePort.next());
        }
    }

    List<String> names() {
        return List.copyOf(ports.keySet());
    }

    /** Gives it a key, with what it can do; not by the program, which takes its time. */
    void makeKey(String name, Capability capability) throws IOException {
        NodeKey key = NodeKey.generate();
        key.write(key(name));
        String line = MemberKey.of(new NodeName(name), key, List.of(capability)).line();
        Files.writeString(members(), line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    private Path key(String name) {
        return folder.resolve(name + ".pem");
    }

    private Path members() {
        return folder.resolve("members");
    }

    String[] signed(String name, String... more) {
        List<String> words = new ArrayList<>(
                List.of("--key", key(name).toString(), "--members", members().toString()));
        words.addAll(Arrays.asList(more));
        return words.toArray(String[]::new);
    }

    private Path output(String name) {
        return folder.resolve(name + ".txt");
    }

    /** What a node has said since it was last started. */
    String said(String name) {
        return Built.read(output(name));
    }

    /** Runs a command, and returns its exit code and all it said. */
    String primus(String... args) throws Exception {
        Path output = Files.createTempFile(folder, "command", ".txt");
        Process command = Built.start(folder, output, environment(), args);
        assertThat(command.waitFor(20, TimeUnit.SECONDS)).isTrue();
        return command.exitValue() + ": " + Built.read(output);
    }

    private Map<String, String> environment() {
        return Map.of("HOME", folder.toString(), "XDG_RUNTIME_DIR", folder.toString());
    }

    /** Its command line, with the files of its former life if it had one. */
    String[] words(String name, String... more) {
        String peers = String.join(
                ",", ports.values().stream().map(port -> "127.0.0.1:" + port).toList());
        List<String> words = new ArrayList<>(List.of("node", "--node", name, "--election", "e", "--engine", "ballot"));
        words.addAll(List.of("--bind", "127.0.0.1:" + ports.get(name), "--peers", peers, "--network", "local"));
        words.addAll(List.of("--files", folder.resolve("files-" + name).toString()));
        words.addAll(List.of(more));
        return words.toArray(String[]::new);
    }

    void start(String name, String... more) throws IOException {
        nodes.put(name, Built.start(folder, output(name), environment(), words(name, more)));
    }

    void kill(String name) throws InterruptedException {
        Process node = Objects.requireNonNull(nodes.get(name));
        node.destroyForcibly();
        assertThat(node.waitFor(10, TimeUnit.SECONDS)).isTrue();
    }

    /** The one of these that leads, with a term above that. */
    String leader(List<String> among, long above) {
        await().atMost(PATIENCE).until(() -> among.stream().anyMatch(name -> term(name) > above));
        return among.stream().filter(name -> term(name) > above).findFirst().orElseThrow();
    }

    /** The latest term that it has led since it was started; 0 if none. */
    long term(String name) {
        return last(LEADS, name);
    }

    private long last(Pattern news, String name) {
        long latest = 0;
        for (Matcher found = news.matcher(said(name)); found.find(); ) {
            latest = Long.parseLong(found.group(1));
        }
        return latest;
    }

    /**
     * The one of these that leads and that all of them know of. On a busy machine leaders may change while others are
     * started, so it is the latest term that counts.
     */
    String settled(List<String> among) {
        AtomicReference<String> leader = new AtomicReference<>();
        await().atMost(PATIENCE).untilAsserted(() -> {
            Optional<String> known = known(among);
            assertThat(known)
                    .as(() -> among.stream().map(this::said).collect(Collectors.joining("\n----\n")))
                    .isPresent();
            leader.set(known.orElseThrow());
        });
        return leader.get();
    }

    private Optional<String> known(List<String> among) {
        List<Long> terms = among.stream().map(this::latest).distinct().toList();
        return terms.size() > 1 || terms.contains(0L)
                ? Optional.empty()
                : among.stream().filter(name -> terms.contains(term(name))).findFirst();
    }

    /** The latest term that it knows of; 0 if none. */
    private long latest(String name) {
        return last(NEWS, name);
    }

    List<String> without(String... others) {
        return names().stream().filter(name -> !List.of(others).contains(name)).toList();
    }

    @Override
    public void close() throws InterruptedException {
        nodes.values().forEach(Process::destroyForcibly);
        for (Process node : nodes.values()) {
            node.waitFor(10, TimeUnit.SECONDS);
        }
    }
}
