package dev.primus.server.duties.health;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.ElectionName;
import dev.primus.core.NodeId;
import dev.primus.core.spi.CandidateRecord;
import dev.primus.core.spi.Enrolment;
import dev.primus.feed.FeedKind;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class HealthWatchTest {
    private static final NodeId A = NodeId.parse("core-1#aaaa");
    private static final NodeId B = NodeId.parse("core-2#bbbb");
    private static final NodeId B_AGAIN = NodeId.parse("core-2#cccc");
    private static final long T = 1_700_000_000_000L;

    private final HealthWatch watch = new HealthWatch(0);

    private List<FeedKind> look(long after, NodeId... up) {
        return watch.look(Look.of(Set.of(up)), T + after).stream()
                .map(HealthWatch.News::kind)
                .toList();
    }

    @Test
    void whoIsThereAtFirstIsNoNews() {
        assertThat(look(0, A, B)).isEmpty();
        assertThat(watch.report().isHealthy()).isTrue();
        assertThat(watch.verdict().details()).containsEntry("up", "2");
    }

    @Test
    void aNodeThatGoesDegradesTheClusterAndARestartMendsIt() {
        look(0, A, B);
        assertThat(look(1_000, A)).containsExactly(FeedKind.NODE_DOWN, FeedKind.CLUSTER_DEGRADED);
        assertThat(watch.report().reasons()).containsExactly("core-2#bbbb is down since 2023-11-14T22:13:21Z");
        assertThat(look(2_000, A)).isEmpty();
        assertThat(look(3_000, A, B_AGAIN)).containsExactly(FeedKind.NODE_UP, FeedKind.CLUSTER_HEALTHY);
    }

    @Test
    void whoComesBackWithoutARestartHadBeenCutOff() {
        look(0, A, B);
        look(1_000, A);
        List<HealthWatch.News> news = watch.look(Look.of(Set.of(A, B)), T + 5_000);
        assertThat(news)
                .extracting(HealthWatch.News::kind)
                .containsExactly(FeedKind.NODE_UP, FeedKind.PARTITION_SEEN, FeedKind.CLUSTER_HEALTHY);
        assertThat(news.get(1).details()).containsEntry("which", "core-2#bbbb").containsEntry("millis", "4000");
    }

    @Test
    void whoHasLeftOrWasAwayForLongIsNotMissed() {
        look(0, A, B);
        watch.look(new Look(Set.of(A), Set.of(), Set.of(B), ""), T + 1_000);
        assertThat(watch.report().isHealthy()).isTrue();
        look(2_000, A, B);
        look(3_000, A);
        look(3_001 + HealthWatch.FORGET.toMillis(), A);
        assertThat(watch.report().isHealthy()).isTrue();
        assertThat(watch.report().nodes()).hasSize(1);
    }

    @Test
    void tooFewNodesAndAStoreThatCannotBeReadAreReasons() {
        HealthWatch expecting = new HealthWatch(3);
        expecting.look(Look.of(Set.of(A, B)), T);
        assertThat(expecting.report().reasons()).containsExactly("2 of 3 nodes are up");
        expecting.look(Look.failed("the store is away"), T + 1);
        assertThat(expecting.report().reasons()).containsExactly("nobody can be asked: the store is away");
        assertThat(expecting.report().nodes()).as("nobody is taken for dead").allMatch(HealthReport.Standing::up);
    }

    @Test
    void theStoresCandidatesTellWhoIsUpDownAndGone() {
        Look look = ClusterHealth.byCandidates(List.of(
                candidate("core-1#aaaa", Enrolment.Part.CANDIDATE, true),
                candidate("core-2#bbbb", Enrolment.Part.CANDIDATE, false),
                candidate("core-3#cccc", Enrolment.Part.GONE, false)));
        assertThat(look.up()).containsExactly(A);
        assertThat(look.down()).containsExactly(B);
        assertThat(look.left()).containsExactly(NodeId.parse("core-3#cccc"));
        assertThat(watch.look(look, T))
                .extracting(HealthWatch.News::kind)
                .containsExactly(FeedKind.NODE_DOWN, FeedKind.CLUSTER_DEGRADED);
    }

    private static CandidateRecord candidate(String node, Enrolment.Part part, boolean alive) {
        return new CandidateRecord(
                new ElectionName("e"), NodeId.parse(node), part, Duration.ofSeconds(alive ? 1 : 60), alive);
    }
}
