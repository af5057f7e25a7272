package dev.primus.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.primus.server.PollingCluster.Run;
import dev.primus.server.duties.polls.WebServer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A web server is polled while the coordinator is killed every ten seconds: no due time is lost, and none is checked twice. */
@Tag("G3")
@Tag("G5")
class PollFailoverIT {
    private static final Duration BETWEEN_KILLS = Duration.ofSeconds(10);
    private static final Map<String, Duration> INTERVALS =
            Map.of("web", Duration.ofSeconds(1), "api", Duration.ofSeconds(2));

    @TempDir
    private Path folder;

    private final WebServer server = new WebServer();

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void inTheMemoryOfMembers() throws Exception {
        play(Duration.ofSeconds(35), "memory");
    }

    @Test
    @Tag("long")
    void inTheMemoryOfMembersForLonger() throws Exception {
        play(Duration.ofMinutes(3), "memory");
    }

    @Test
    @Tag("long")
    void inAStore() throws Exception {
        play(Duration.ofMinutes(3), "store", "--store", "jdbc:sqlite:" + folder.resolve("polls.db"));
    }

    private void play(Duration length, String records, String... more) throws Exception {
        try (PollingCluster cluster = new PollingCluster(folder, settings(), more)) {
            await("polls have begun").atMost(Duration.ofSeconds(60)).until(() -> !server.runs.isEmpty());
            long until = System.nanoTime() + length.toNanos();
            int kills = 0;
            for (long at = after(BETWEEN_KILLS); at < until; at = after(BETWEEN_KILLS)) {
                passUntil(at);
                cluster.killCoordinator();
                kills++;
            }
            passUntil(until);
            Instant end = Instant.now();
            await("all that was due is over").atMost(Duration.ofSeconds(60)).until(() -> overUpTo(end, cluster.runs()));
            List<Run> runs = cluster.runs().stream()
                    .filter(run -> !run.due().isAfter(end))
                    .toList();
            report(records, kills, cluster.terms(), runs);
            assertThat(cluster.terms()).as("every kill was a failover").isGreaterThan(kills);
            INTERVALS.forEach((schedule, interval) -> judge(schedule, interval, of(schedule, runs), end));
        }
    }

    private String settings() {
        return INTERVALS.entrySet().stream()
                .map(poll -> """
                        [[polls]]
                        name = "%s"
                        interval = "%ds"
                        check = "%s"
                        """.formatted(poll.getKey(), poll.getValue().toSeconds(), server.url(poll.getKey())))
                .collect(Collectors.joining("\n"));
    }

    private static long after(Duration span) {
        return System.nanoTime() + span.toNanos();
    }

    private static void passUntil(long at) throws InterruptedException {
        Thread.sleep(Math.max(0, (at - System.nanoTime()) / 1_000_000));
    }

    private static boolean overUpTo(Instant end, List<Run> runs) {
        return INTERVALS.entrySet().stream().allMatch(poll -> {
            List<Run> own = of(poll.getKey(), runs);
            return own.stream().anyMatch(run -> !run.due().isBefore(lastDue(poll.getValue(), end)))
                    && own.stream()
                            .noneMatch(run ->
                                    !run.due().isAfter(end) && run.state().equals("running"));
        });
    }

    private static Instant lastDue(Duration interval, Instant end) {
        return Instant.ofEpochMilli(end.toEpochMilli() / interval.toMillis() * interval.toMillis());
    }

    private static List<Run> of(String schedule, List<Run> runs) {
        return runs.stream().filter(run -> run.schedule().equals(schedule)).toList();
    }

    private void judge(String schedule, Duration interval, List<Run> runs, Instant end) {
        Instant first = runs.get(0).due();
        assertThat(runs.stream().map(Run::due))
                .as("the due times of %s on record: each once, none lost", schedule)
                .containsExactlyElementsOf(Stream.iterate(first, due -> !due.isAfter(end), due -> due.plus(interval))
                        .toList());
        List<Instant> visits = visits(schedule).stream()
                .filter(due -> !due.isBefore(first) && !due.isAfter(end))
                .toList();
        assertThat(visits)
                .as("%s as the web server saw it: none twice", schedule)
                .doesNotHaveDuplicates();
        assertThat(runs).allSatisfy(run -> {
            assertThat(run.state()).isIn("done", "failed", "missed");
            if (run.state().equals("done")) {
                assertThat(visits).contains(run.due());
            } else if (run.state().equals("missed")) {
                assertThat(visits).doesNotContain(run.due());
            }
        });
        assertThat(runs)
                .as("%s is polled at all", schedule)
                .anyMatch(run -> run.state().equals("done"));
    }

    private List<Instant> visits(String schedule) {
        return server.runs.stream()
                .filter(run -> run.startsWith(schedule + " "))
                .map(run -> Instant.parse(run.substring(schedule.length() + 1)))
                .toList();
    }

    private static void report(String records, int kills, long terms, List<Run> runs) {
        Map<String, Long> states =
                runs.stream().collect(Collectors.groupingBy(Run::state, TreeMap::new, Collectors.counting()));
        System.out.printf(
                "polls: records in %s: %d kills, %d terms, %d due times: %s%n",
                records, kills, terms, runs.size(), states);
    }
}
