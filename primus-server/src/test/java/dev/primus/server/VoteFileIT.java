package dev.primus.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code primus node --engine ballot} does when it cannot keep its votes, or cannot read them. */
@Tag("B7")
@DisplayName("Vote2: who cannot keep its votes does not vote, and says so")
class VoteFileIT {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Pattern LEADING = Pattern.compile("LEADING, term (\\d+)");

    @TempDir
    private Path folder;

    private final Map<String, Integer> ports = new LinkedHashMap<>();
    private final List<Process> started = new ArrayList<>();

    @BeforeEach
    void freePorts() throws IOException {
        for (String name : List.of("core-1", "core-2", "core-3")) {
            ports.put(name, FreePort.next());
        }
    }

    @AfterEach
    void nobodyStays() throws InterruptedException {
        for (Process each : started) {
            each.destroyForcibly();
            each.waitFor(10, TimeUnit.SECONDS);
        }
    }

    private Process start(List<String> on, String name) throws IOException {
        String peers = String.join(
                ",", ports.values().stream().map(port -> "127.0.0.1:" + port).toList());
        Process node = Built.startOn(
                on,
                folder,
                output(name),
                Map.of("HOME", folder.toString(), "XDG_RUNTIME_DIR", folder.toString()),
                "node",
                "--node",
                name,
                "--election",
                "e",
                "--engine",
                "ballot",
                "--bind",
                "127.0.0.1:" + ports.get(name),
                "--peers",
                peers,
                "--network",
                "local",
                "--leaderless-alarm",
                "3",
                "--files",
                files(name).toString());
        started.add(node);
        return node;
    }

    private Path files(String name) {
        return folder.resolve("files-" + name);
    }

    private Path output(String name) {
        return folder.resolve(name + ".txt");
    }

    private String said(String name) {
        return Built.read(output(name));
    }

    /** A small disk that only this process sees, full to the last byte; it is gone when the process is. */
    private List<String> onAFullDisk(String name) throws IOException {
        Path disk = Files.createDirectories(files(name));
        String fill =
                "mount -t tmpfs -o size=64k none '%1$s' && { dd if=/dev/zero of='%1$s/ballast' bs=1k 2>/dev/null; exec \"$@\"; }";
        return List.of("unshare", "--mount", "sh", "-c", fill.formatted(disk), "sh");
    }

    private static void needsRoot() throws Exception {
        try {
            Process tried = new ProcessBuilder("unshare", "--mount", "true").start();
            Assumptions.assumeTrue(
                    tried.waitFor(10, TimeUnit.SECONDS) && tried.exitValue() == 0, "no namespaces here: not root?");
        } catch (IOException e) {
            Assumptions.abort("no namespaces here: " + e.getMessage());
        }
    }

    @Test
    @DisplayName("on a full disk it does not vote, tells why, and votes as soon as there is room")
    void fullDisk() throws Exception {
        needsRoot();
        Process second = start(onAFullDisk("core-2"), "core-2");
        Process third = start(onAFullDisk("core-3"), "core-3");

        for (String name : List.of("core-2", "core-3")) {
            await(name + " tells").atMost(PATIENCE).until(() -> said(name).contains("cannot be kept"));
            assertThat(said(name)).contains("No space left on device");
        }
        await("the alarm tells why")
                .atMost(PATIENCE)
                .until(() -> said("core-2").contains("what it promises cannot be kept, so it promises nothing")
                        || said("core-3").contains("what it promises cannot be kept, so it promises nothing"));
        assertThat(said("core-2") + said("core-3")).doesNotContain("LEADING");

        for (Process each : List.of(second, third)) {
            String name = each == second ? "core-2" : "core-3";
            Files.delete(Path.of("/proc/" + each.pid() + "/root" + files(name).resolve("ballast")));
        }
        await("one leads").atMost(PATIENCE).until(() -> (said("core-2") + said("core-3")).contains("LEADING, term"));
    }

    @Test
    @DisplayName("with a vote file that is damaged it does not start, and says what to do")
    void damaged() throws Exception {
        Path votes = oneLeads();
        String text = Files.readString(votes);
        Files.writeString(votes, text.substring(0, 3) + (text.charAt(3) == 'x' ? 'y' : 'x') + text.substring(4));

        Process node = start(List.of(), "core-1");

        assertThat(node.waitFor(20, TimeUnit.SECONDS)).as(said("core-1")).isTrue();
        assertThat(node.exitValue()).as(said("core-1")).isNotZero();
        assertThat(said("core-1"))
                .contains("is damaged in line 1", "what this node has promised is not known any more")
                .doesNotContain("LEADING");
    }

    @Test
    @DisplayName("a last line that a crash has torn was never told to anybody: it starts, and votes")
    void torn() throws Exception {
        Path votes = oneLeads();
        Files.writeString(votes, Files.readString(votes) + "e core-1#00");

        start(List.of(), "core-1");
        start(List.of(), "core-2");

        await("one leads").atMost(PATIENCE).until(() -> (said("core-1") + said("core-2")).contains("LEADING, term"));
        assertThat(Files.readString(votes)).doesNotContain("core-1#00 ").endsWith("\n");
    }

    @Test
    @DisplayName("with an older copy of its vote file it neither votes nor leads, and says so; the others go on")
    void putBack() throws Exception {
        Map<String, Process> nodes = new LinkedHashMap<>();
        for (String name : ports.keySet()) {
            nodes.put(name, start(List.of(), name));
        }
        String first = leaderAmong(nodes.keySet(), 0);
        String victim = nodes.keySet().stream()
                .filter(name -> !name.equals(first))
                .findFirst()
                .orElseThrow();
        await(victim + " has sworn").atMost(PATIENCE).until(() -> !sworn(victim).isEmpty());
        String copy = sworn(victim);

        end(nodes.remove(first));
        leaderAmong(nodes.keySet(), led(first));
        await(victim + " has sworn more")
                .atMost(PATIENCE)
                .until(() -> sworn(victim).length() > copy.length());
        String before = sworn(first);
        nodes.put(first, start(List.of(), first));
        await(first + " is back").atMost(PATIENCE).until(() -> sworn(first).length() > before.length());

        end(nodes.remove(victim));
        Files.writeString(votes(victim), copy);
        start(List.of(), victim);
        await(victim + " says so").atMost(PATIENCE).until(() -> said(victim).contains("the file is an older copy"));
        assertThat(said(victim)).contains("in 'e' this node has sworn to term ", "remove the file");

        String second = leaderAmong(nodes.keySet(), 0);
        long term = led(second);
        end(nodes.remove(second));
        await("its alarm says so too")
                .atMost(PATIENCE)
                .until(() -> said(victim).indexOf("the file is an older copy")
                        != said(victim).lastIndexOf("the file is an older copy"));
        nodes.put(second, start(List.of(), second));
        leaderAmong(nodes.keySet(), term);
        assertThat(said(victim)).doesNotContain("LEADING");
        assertThat(sworn(victim)).as("it has sworn nothing").isEqualTo(copy);
    }

    private Path votes(String name) {
        return files(name).resolve(name + ".votes");
    }

    private String sworn(String name) throws IOException {
        return Files.exists(votes(name)) ? Files.readString(votes(name)) : "";
    }

    /** The latest term that it has led; 0 if none. */
    private long led(String name) {
        return LEADING.matcher(said(name))
                .results()
                .mapToLong(found -> Long.parseLong(found.group(1)))
                .max()
                .orElse(0);
    }

    /** Who leads by the latest term, once there is one above that. */
    private String leaderAmong(Set<String> names, long above) {
        await("one of %s leads".formatted(names))
                .atMost(PATIENCE)
                .until(() -> names.stream().anyMatch(name -> led(name) > above));
        return names.stream().max(Comparator.comparing(this::led)).orElseThrow();
    }

    private static void end(Process node) throws InterruptedException {
        node.destroyForcibly();
        assertThat(node.waitFor(10, TimeUnit.SECONDS)).isTrue();
    }

    /** Two that vote, and are no more. */
    private Path oneLeads() throws Exception {
        start(List.of(), "core-1");
        start(List.of(), "core-2");
        Path votes = files("core-1").resolve("core-1.votes");
        await("core-1 has voted").atMost(PATIENCE).until(() -> Files.exists(votes) && Files.size(votes) > 0);
        for (Process each : started) {
            each.destroyForcibly();
            assertThat(each.waitFor(10, TimeUnit.SECONDS)).isTrue();
        }
        started.clear();
        return votes;
    }
}
