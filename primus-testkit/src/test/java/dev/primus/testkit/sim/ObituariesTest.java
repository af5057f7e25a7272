package dev.primus.testkit.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.ClusterName;
import dev.primus.core.ElectionName;
import dev.primus.core.FencingToken;
import dev.primus.core.LossReason;
import dev.primus.core.spi.Hold;
import dev.primus.core.spi.LeaseStore;
import dev.primus.core.spi.Parting;
import dev.primus.core.spi.StoreSession;
import dev.primus.core.spi.Verdict;
import dev.primus.feed.FeedKind;
import dev.primus.feed.FeedRecord;
import dev.primus.testkit.check.LeaseRow;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The end of a term whose leader cannot tell it any more is told by its successor, once, with the reason. */
@Tag("G11")
class ObituariesTest {
    private static final String ELECTION = "coordinator";

    private final SimCluster cluster = new SimCluster(SimSettings.of(1, 2));

    @Test
    @DisplayName("a death watch has given the lease back: CRASHED")
    void crashed() {
        String former = leader();
        cluster.kill(former);
        giveBack(former, LossReason.CRASHED);
        assertToldOnce(successorOf(former), former, LossReason.CRASHED);
    }

    @Test
    @DisplayName("the lease ran out before the successor's eyes: EXPIRED")
    void ranOut() {
        String former = leader();
        cluster.kill(former);
        assertToldOnce(successorOf(former), former, LossReason.EXPIRED);
    }

    @Test
    @DisplayName("the lease ran out before the successor was there: EXPIRED")
    void ranOutBefore() {
        cluster.start("a");
        cluster.everybodyJoins(ELECTION).settle();
        cluster.kill("a");
        cluster.advance(Duration.ofMinutes(1));
        cluster.start("b");
        cluster.settle().advance(Duration.ofSeconds(1));
        assertToldOnce("b", "a", LossReason.EXPIRED);
    }

    @Test
    @DisplayName("the successor is the same node after a restart: of its former life it speaks as of another")
    void ownFormerLife() {
        cluster.start("a");
        cluster.everybodyJoins(ELECTION).settle();
        cluster.kill("a");
        cluster.start("a");
        cluster.settle().advance(Duration.ofSeconds(1));
        assertToldOnce("a", "a", LossReason.EXPIRED);
    }

    @Test
    @DisplayName("who gave its term up said so itself, and nobody says it again")
    void gracefulEnd() {
        String former = leader();
        cluster.process(former).election(ELECTION).resign();
        String successor = successorOf(former);
        assertThat(toldBy(successor)).isEmpty();
        cluster.process(successor).election(ELECTION).resign();
        assertThat(successorOf(successor)).isEqualTo(former);
        assertThat(toldBy(former)).isEmpty();
    }

    @Test
    @DisplayName("who gave its term back though it had expired said so itself too")
    void expiredButGivenBack() {
        String former = leader();
        cluster.kill(former);
        giveBack(former, LossReason.EXPIRED);
        assertThat(toldBy(successorOf(former))).isEmpty();
    }

    @Test
    @DisplayName(
            "a leader that came and died while this node slept is spoken for, though this node's own term was the last it knew")
    void cameAndDiedUnseen() {
        String sleeper = leader();
        cluster.pause(sleeper, Duration.ofSeconds(60));
        String unseen = successorOf(sleeper);
        cluster.kill(unseen);
        cluster.advance(Duration.ofSeconds(60)).settle().advance(Duration.ofSeconds(1));
        assertThat(cluster.leaderOf(ELECTION)).contains(sleeper);
        assertToldOnce(sleeper, unseen, LossReason.EXPIRED);
    }

    @Test
    @DisplayName("books that cannot be read cost nothing but the word")
    void booksAway() {
        String former = leader();
        cluster.kill(former);
        giveBack(former, LossReason.CRASHED);
        while (cluster.leaderOf(ELECTION).isEmpty()) {
            cluster.advance(Duration.ofNanos(100));
            if (Objects.requireNonNull(cluster.store().row(ELECTION)).holder() != null) {
                cluster.store().goDown();
            }
        }
        cluster.advance(Duration.ofSeconds(1));
        cluster.store().comeUp();
        cluster.advance(Duration.ofSeconds(1));
        assertThat(cluster.leaderOf(ELECTION)).isPresent().isNotEqualTo(java.util.Optional.of(former));
        assertThat(toldBy(cluster.leaderOf(ELECTION).orElseThrow())).isEmpty();
    }

    private String leader() {
        cluster.startAll().everybodyJoins(ELECTION).settle().advance(Duration.ofSeconds(1));
        return cluster.leaderOf(ELECTION).orElseThrow();
    }

    private String successorOf(String former) {
        while (cluster.leaderOf(ELECTION).isEmpty()
                || cluster.leaderOf(ELECTION).orElseThrow().equals(former)) {
            cluster.advance(Duration.ofMillis(10));
        }
        cluster.advance(Duration.ofSeconds(1));
        return cluster.leaderOf(ELECTION).orElseThrow();
    }

    /** What a companion does when its parent is dead. */
    private void giveBack(String dead, LossReason reason) {
        LeaseRow row = Objects.requireNonNull(cluster.store().row(ELECTION));
        Duration any = Duration.ofSeconds(1);
        StoreSession companion = new StoreSession(
                ClusterName.DEFAULT, Objects.requireNonNull(row.holder()), Duration.ofSeconds(10), any, any, any);
        Hold hold = new Hold(new ElectionName(ELECTION), new FencingToken(row.epoch()), row.nonce());
        try (LeaseStore store = cluster.store().open(companion)) {
            assertThat(store.release(List.of(new Parting(hold, reason, null))))
                    .extracting(answer -> answer.verdict())
                    .containsExactly(Verdict.YES);
        }
    }

    private List<FeedRecord> toldBy(String node) {
        return cluster.process(node).primus().feed().recent().stream()
                .filter(record -> record.kind() == FeedKind.LEADER_DOWN
                        || record.details().containsKey("said_by"))
                .toList();
    }

    private void assertToldOnce(String successor, String former, LossReason reason) {
        List<FeedRecord> told = toldBy(successor);
        assertThat(told).extracting(FeedRecord::kind).containsExactly(FeedKind.LEADER_DOWN, FeedKind.LOST_LEADERSHIP);
        assertThat(told).allSatisfy(record -> {
            assertThat(record.reason()).isEqualTo(reason);
            assertThat(Objects.requireNonNull(record.term()).leader().name()).hasToString(former);
            assertThat(record.node()).isNotEqualTo(record.term().leader());
        });
        assertThat(told.get(0).details().get("former_leader")).startsWith(former + "#");
        cluster.oneLeaderAtMost();
        cluster.close();
    }
}
