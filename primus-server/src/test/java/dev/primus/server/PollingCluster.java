package dev.primus.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Three nodes that may coordinate and one that polls, as processes of the built program. */
final class PollingCluster implements AutoCloseable {
    private static final String POLLER = "poller-1";
    private static final List<String> CORES = List.of("core-1", "core-2", "core-3");
    private static final Duration PATIENCE = Duration.ofSeconds(40);
    private static final Pattern LED = Pattern.compile("\"event\":\"became_leader\".*\"term\":\"(\\d+)\"");

    private final Path folder;
    private final List<String> more;
    private final Map<String, String> addresses = new LinkedHashMap<>();
    private final List<Member> members = new ArrayList<>();

    /** One process, from its start to its end. */
    private record Member(String node, Path said, Process process) {
        /** The latest term it has led; 0 if none. */
        private long led() {
            Matcher terms = LED.matcher(Built.read(said));
            long latest = 0;
            while (terms.find()) {
                latest = Long.parseLong(terms.group(1));
            }
            return latest;
        }
    }

    /** What is on record about one due time. */
    record Run(String schedule, Instant due, String state) {}

    /**
     * @param polls the settings of the polls
     * @param more flags for those who may coordinate
     */
    PollingCluster(Path folder, String polls, String... more) throws IOException {
        this.folder = folder;
        this.more = List.of(more);
        Files.writeString(folder.resolve("primus.toml"), polls);
        Files.writeString(folder.resolve("none.toml"), "");
        for (String node : List.of("core-1", "core-2", "core-3", POLLER)) {
            addresses.put(node, "127.0.0.1:" + FreePort.next());
        }
        for (String node : addresses.keySet()) {
            start(node);
        }
    }

    private void start(String node) throws IOException {
        boolean core = CORES.contains(node);
        List<String> words = new ArrayList<>(List.of("node", "--node", node, "--election", "coordinator"));
        words.addAll(List.of("--engine", "registry", "--network", "local", "--policy", "majority"));
        words.addAll(List.of("--bind", addresses.get(node), "--peers", String.join(",", addresses.values())));
        words.addAll(List.of(
                "--cluster-size",
                "3",
                "--marks",
                folder.resolve("marks-" + node).toString()));
        words.addAll(List.of("--events", "ndjson"));
        words.addAll(core ? more : List.of("--node-type", "poller"));
        Path said = folder.resolve("%s-%d.txt".formatted(node, members.size()));
        members.add(new Member(
                node,
                said,
                Built.start(
                        folder, said, environment(core ? "primus.toml" : "none.toml"), words.toArray(String[]::new))));
    }

    private Map<String, String> environment(String settings) {
        return Map.of("PRIMUS_CONFIG", folder.resolve(settings).toString(), "XDG_RUNTIME_DIR", folder.toString());
    }

    /** The latest term that anybody says it has led, dead or alive. */
    private Optional<Member> latestLeader() {
        return members.stream()
                .filter(member -> member.led() > 0)
                .max((one, other) -> Long.compare(one.led(), other.led()));
    }

    private Member awaitCoordinator() {
        await("somebody coordinates")
                .atMost(PATIENCE)
                .until(() -> latestLeader()
                        .filter(member -> member.process().isAlive())
                        .isPresent());
        return latestLeader().orElseThrow();
    }

    /** Kills who coordinates with SIGKILL, and starts it again. */
    void killCoordinator() throws IOException, InterruptedException {
        Member coordinator = awaitCoordinator();
        coordinator.process().destroyForcibly();
        assertThat(coordinator.process().waitFor(20, TimeUnit.SECONDS)).isTrue();
        start(coordinator.node());
    }

    /** How many terms have been led so far. */
    long terms() {
        return latestLeader().map(Member::led).orElse(0L);
    }

    /** What the coordinator has on record, but for what is not due yet. */
    List<Run> runs() throws IOException, InterruptedException {
        Path shown = folder.resolve("polls.json");
        Process polls = Built.start(
                folder,
                shown,
                environment("primus.toml"),
                "polls",
                "--node",
                awaitCoordinator().node(),
                "--last",
                "1000",
                "--json");
        assertThat(polls.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(polls.exitValue()).as(Built.read(shown)).isZero();
        List<Run> runs = new ArrayList<>();
        for (JsonNode run : new ObjectMapper().readTree(shown.toFile()).get("polls")) {
            if (!run.get("state").asText().equals("pending")) {
                runs.add(new Run(
                        run.get("schedule").asText(),
                        Instant.parse(run.get("due").asText()),
                        run.get("state").asText()));
            }
        }
        return runs;
    }

    @Override
    public void close() throws InterruptedException {
        for (Member member : members) {
            member.process().destroyForcibly().waitFor();
        }
    }
}
