package dev.primus.server.duties.polls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.primus.Election;
import dev.primus.Primus;
import dev.primus.core.ClusterName;
import dev.primus.core.ElectionName;
import dev.primus.jdbc.JdbcPolls;
import dev.primus.jdbc.JdbcStore;
import dev.primus.server.duties.BuiltInDuties;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three nodes on one store poll a web server while their coordinator is closed again and again. */
@Tag("G3")
class StorePollsTest {
    private static final Duration LEASE = Duration.ofSeconds(1);

    @TempDir
    private Path folder;

    private final WebServer server = new WebServer();
    private final List<Part> parts = new ArrayList<>();
    private int starts;

    private record Part(Primus primus, Election election, BuiltInDuties duties, JdbcRunRecords records) {
        void close() {
            primus.close();
            duties.close();
        }
    }

    @AfterEach
    void stop() {
        parts.forEach(Part::close);
        server.close();
    }

    private List<Schedule> schedules() {
        return List.of(
                new Schedule("fast", Duration.ofMillis(100), Duration.ofMillis(100), URI.create(server.url("fast"))),
                new Schedule("slow", Duration.ofMillis(250), Duration.ofMillis(200), URI.create(server.url("slower"))));
    }

    private Part start() {
        JdbcStore store = JdbcStore.sqlite(folder.resolve("primus.db"));
        Primus primus = Primus.builder()
                .node("core-" + ++starts)
                .store(store)
                .lease(LEASE)
                .build();
        JdbcPolls table = store.polls(ClusterName.DEFAULT, new ElectionName("coordinator"), LEASE);
        JdbcRunRecords records = new JdbcRunRecords(table, schedules());
        BuiltInDuties duties =
                BuiltInDuties.on(primus, new PollSettings(schedules(), false, 1, records), Duration.ofMillis(100), 0);
        Part part = new Part(primus, duties.join(primus.election("coordinator")).join(), duties, records);
        parts.add(part);
        return part;
    }

    private long done() throws Exception {
        return parts.get(0).records.read(schedules()).stream()
                .filter(run -> run.state() == RunState.DONE)
                .count();
    }

    @Test
    void noDueTimeIsLostAndNoneIsDoneTwiceWhileCoordinatorsComeAndGo() throws Exception {
        start();
        start();
        start();
        for (int round = 0; round < 3; round++) {
            long before = done();
            await().atMost(Duration.ofSeconds(60)).until(() -> done() >= before + 3);
            Part leader = parts.stream()
                    .filter(part -> part.election.isLeader())
                    .findFirst()
                    .orElse(parts.get(0));
            parts.remove(leader);
            leader.close();
            start();
        }
        long before = done();
        await().atMost(Duration.ofSeconds(60)).until(() -> done() >= before + 3);
        List<Run> runs = new ArrayList<>(parts.get(0).duties.polls().orElseThrow());
        runs.removeIf(run -> run.state() == RunState.PENDING);
        judge(runs);
        assertThat(runs.stream().map(Run::token).distinct()).hasSizeGreaterThanOrEqualTo(3);
    }

    private void judge(List<Run> runs) {
        Map<String, Long> visits =
                server.visits.stream().collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
        for (Schedule schedule : schedules()) {
            List<Run> own = runs.stream()
                    .filter(run -> run.key().schedule().equals(schedule.name()))
                    .toList();
            Set<Long> dues = new HashSet<>();
            own.forEach(run -> dues.add(run.key().due()));
            long first = own.get(0).key().due();
            long last = own.get(own.size() - 1).key().due();
            assertThat(dues)
                    .as("every due time of %s has one run", schedule.name())
                    .hasSize((int) ((last - first) / schedule.interval().toMillis()) + 1)
                    .hasSize(own.size());
            long begun = own.stream().filter(run -> run.node() != null).count();
            long good = own.stream().filter(run -> run.state() == RunState.DONE).count();
            assertThat(visits.get(schedule.check().getPath()))
                    .as("visits of %s: each run that is done, and none twice", schedule.name())
                    .isBetween(good, begun + 1);
        }
    }
}
