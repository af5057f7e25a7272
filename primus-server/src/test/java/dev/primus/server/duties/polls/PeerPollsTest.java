package dev.primus.server.duties.polls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.primus.Election;
import dev.primus.ElectionBuilder;
import dev.primus.PeerRegistry;
import dev.primus.Primus;
import dev.primus.core.Quorum;
import dev.primus.core.RegistryTiming;
import dev.primus.feed.FeedKind;
import dev.primus.server.duties.BuiltInDuties;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Without a store: three nodes that decide among themselves, and a poller that does their checks. */
@Tag("G3")
class PeerPollsTest {
    @TempDir
    private Path folder;

    private final WebServer server = new WebServer();
    private final PeerNet net = new PeerNet();
    private final List<Part> parts = new ArrayList<>();
    private final List<FeedKind> told = new CopyOnWriteArrayList<>();

    private record Part(Primus primus, Election election, BuiltInDuties duties) {
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
                new Schedule("web", Duration.ofMillis(200), Duration.ofMillis(200), URI.create(server.url("web"))));
    }

    private void start(String name, boolean poller) {
        Primus primus = Primus.builder()
                .node(name)
                .eligible(!poller)
                .registry(PeerRegistry.over(net.link())
                        .quorum(Quorum.majorityOf(3))
                        .timing(RegistryTiming.FAST)
                        .marksIn(folder.resolve(name)))
                .build();
        primus.feed().subscribe("test", record -> told.add(record.kind()));
        BuiltInDuties duties = BuiltInDuties.on(
                primus, new PollSettings(poller ? List.of() : schedules(), poller, 2, null), Duration.ofMillis(100), 4);
        ElectionBuilder election = primus.election("coordinator");
        parts.add(new Part(primus, (poller ? election.asObserver() : duties.join(election)).join(), duties));
    }

    private List<Run> runs(Part part) throws Exception {
        return part.duties.polls().orElse(List.of()).stream()
                .filter(run -> run.state() != RunState.PENDING)
                .toList();
    }

    private void awaitDone(Part part, int more) throws Exception {
        long before = done(part);
        await().atMost(Duration.ofSeconds(60)).until(() -> done(part) >= before + more);
    }

    private long done(Part part) throws Exception {
        return runs(part).stream().filter(run -> run.state() == RunState.DONE).count();
    }

    private Part leader() {
        await().atMost(Duration.ofSeconds(60)).until(() -> parts.stream().anyMatch(part -> part.election.isLeader()));
        return parts.stream()
                .filter(part -> part.election.isLeader())
                .findFirst()
                .orElseThrow();
    }

    @Test
    void thePollerChecksForWhoeverCoordinatesAndNothingIsLostOrDoubled() throws Exception {
        for (String name : List.of("core-1", "core-2", "core-3")) {
            start(name, false);
        }
        start("poller-1", true);
        Part poller = parts.get(3);
        awaitDone(poller, 3);
        Part former = leader();
        parts.remove(former);
        former.close();
        awaitDone(poller, 3);
        List<Run> runs = runs(poller);
        long first = runs.get(0).key().due();
        long last = runs.get(runs.size() - 1).key().due();
        assertThat(runs).as("every due time is on record").hasSize((int) ((last - first) / 200) + 1);
        Set<String> checkers = runs.stream()
                .filter(run -> run.state() == RunState.DONE)
                .map(run -> String.valueOf(run.node()).replaceAll("#.*", ""))
                .collect(Collectors.toSet());
        assertThat(checkers).contains("poller-1");
        long begun = runs.stream().filter(run -> run.node() != null).count();
        assertThat((long) server.visits.size()).as("none was done twice").isBetween(done(poller), begun + 1);
        assertThat(told).contains(FeedKind.CLUSTER_DEGRADED);
        assertThat(leader().duties.clusterHealth().orElseThrow().reasons())
                .anyMatch(reason -> reason.startsWith(former.primus.id() + " is down since"))
                .contains("3 of 4 nodes are up");
    }
}
