package dev.primus.testkit.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.ElectionName;
import dev.primus.core.FencingToken;
import dev.primus.core.NodeId;
import dev.primus.core.Quorum;
import dev.primus.core.RegistryTiming;
import dev.primus.core.spi.Bid;
import dev.primus.testkit.check.LeaseRow;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the simulator has found, kept in its smallest form so that it stays found. */
@Tag("Z3")
class FoundTest {
    private static final NodeId BIDDER = NodeId.of("a", "0001");
    private static final Bid QUEUED = new Bid(new ElectionName("e"), 0, 0, new FencingToken(1), "n");

    /**
     * A bid waits in its node's queue. Meanwhile another node wins that very number, and then the store is restored to
     * what the bid expects to see, here to nothing. Epoch and renewals match again, so without a look at the lineage,
     * which the operator has raised, the same token would be granted a second time.
     */
    @Test
    @Tag("Z2")
    @DisplayName("C1 a bid from before the lineage was raised is refused, though the row looks as it did")
    void aBidFromBeforeARestoreIsRefused() {
        LeaseRow restored = LeaseRow.NEW;

        assertThat(new StoreRules().acquire(restored, QUEUED, lineage(0))).isNotNull();
        assertThat(new StoreRules().acquire(restored, QUEUED, lineage(1))).isNull();
    }

    /** A bid whose reply was lost had won and lapsed: the node that then speaks for the silent leader speaks of itself. */
    @Test
    @DisplayName("C7 a term that was won unknowingly is told to be over, though nobody ever held it")
    void aTermWonUnknowingly() {
        for (long seed : new long[] {13019, 13425, 14400}) {
            assertClean(seed);
        }
    }

    /** The store had granted a number and lost it in a failover before its winner knew. */
    @Test
    @DisplayName("C1 a number that was lost before it was claimed may be given again, as every lost one may")
    void lostBeforeClaimed() {
        assertClean(23744);
    }

    /** A process was killed in the midst of a turn, and what it would have told next was taken for its word. */
    @Test
    @DisplayName("C7 the dead tell nothing")
    void killedInTheMidstOfATurn() {
        assertClean(31341);
    }

    /** A store was restored, and its count of renewals came by the same number again: the row looked unchanged. */
    @Test
    @DisplayName("S5 a row of another lineage is another row, whatever it counts")
    void aCountThatCameByAgain() {
        assertClean(61955);
    }

    /** A server whose clock ran minutes ahead is succeeded by one that is right: what the first stamped seems to run on. */
    @Test
    @DisplayName("Live3 a lease stamped by a clock far ahead keeps everybody waiting, and that is allowed for")
    void stampedByAClockFarAhead() {
        assertClean(59301);
    }

    /** Two restores in a row, each with its lineage: the first one's grant was still on its way to its winner. */
    @Test
    @DisplayName("C1 a win that the store has forgotten is learned of late, and its token is low")
    void wonForgottenAndLearnedOfLate() {
        assertClean(63882);
    }

    /** A node that only watches was told of a term that never began, and took none below it for real any more. */
    @Test
    @DisplayName("G8 who only watches sees the leader, whatever others have tried in vain")
    void triedInVain() {
        assertCleanAmongPeers(531, Duration.ofSeconds(150));
        assertCleanAmongPeers(1179, Duration.ofSeconds(150));
    }

    /** A term was won unknowingly and set aside: its candidate asked to keep it, was refused, saw it was its own, and asked. */
    @Test
    @DisplayName("Live2 a term that was set aside is nobody's own any more")
    void askedForEver() {
        assertCleanAmongPeers(742, Duration.ofSeconds(150));
    }

    /** A member had promised itself a number that the other came to lead by: it never promised that, and never said why. */
    @Test
    @DisplayName("Live2 two terms of one number: the one that leads is begun anew above both")
    void twoOfOneNumber() {
        assertCleanAmongPeers(1185, Duration.ofSeconds(150));
    }

    /** Who was refused a term asked for the next one at once, a thousand times within a second. */
    @Test
    @DisplayName("Live2 a term that nobody promised is given up quietly, and not tried again at once")
    void aStormOfTerms() {
        assertCleanAmongPeers(28, Duration.ofMinutes(5));
    }

    /** Nobody was woken when the promise to a dead leader ran out: the next look came seconds later. */
    @Test
    @DisplayName("Live1 standbys look the moment a promise has run out")
    void wokenTooLate() {
        assertCleanAmongPeers(59, Duration.ofMinutes(5));
    }

    /** A member came back, could promise nothing yet, forgot the leader it had refused, and outbid it. */
    @Test
    @Tag("G6")
    @DisplayName("Live2 who has just begun heeds a leader to whom it can promise nothing")
    void outbidByWhoCameBack() {
        assertCleanAmongPeers(111, Duration.ofMinutes(5));
        assertCleanAmongPeers(225, Duration.ofMinutes(5));
    }

    /** The only other member had just come back and saw the leader late: it could not agree yet, and was taken to refuse. */
    @Test
    @Tag("G6")
    @DisplayName("Live2 not yet is no refusal")
    void notYetIsNoRefusal() {
        assertCleanAmongPeers(1829, Duration.ofMinutes(5));
    }

    /** Two members were restarted and met each other before they met the third, which still saw one of the dead. */
    @Test
    @DisplayName("C4 where views decide, they may be wrong for a while after somebody died")
    void apartByViewsAlone() {
        assertCleanAmongPeers(405, Duration.ofMinutes(5));
    }

    /** A leader resigned, its duty did not stop in the drain time, and the checker did not count the lease that ran out then. */
    @Test
    @DisplayName(
            "C7 a leader that resigns and abandons a duty releases nothing: its lease runs out after the drain time")
    void resignedAndAbandoned() {
        RegistryTiming timing = RegistryTiming.DOCUMENTED_AVAILABLE;
        Schedule schedule = new Schedule(
                7334,
                3,
                1,
                timing.lease(),
                SimSettings.HintMode.PUSHED,
                0,
                Weather.CALM,
                List.of(1.0, 1.0, 1.0),
                false,
                DutyStyle.STUBBORN,
                PeerRules.of(Quorum.available(3), timing),
                Duration.ofSeconds(60),
                Duration.ofSeconds(120),
                List.of(new ProcessFault.Resign(Duration.ofSeconds(30), "e1")));

        assertThat(Simulation.registry().replay(schedule).violations()).isEmpty();
    }

    private static void assertCleanAmongPeers(long seed, Duration length) {
        SimulationResult result =
                Simulation.registry().seed(seed).length(length).run();
        assertThat(result.isClean()).as(result.toString()).isTrue();
    }

    private static void assertClean(long seed) {
        SimulationResult result =
                Simulation.lease().seed(seed).length(Duration.ofMinutes(10)).run();
        assertThat(result.isClean()).as(result.toString()).isTrue();
    }

    private static StoreMoment lineage(int lineage) {
        return new StoreMoment(1, "db-1", BIDDER, 10, 2, FencingToken.floorOf(lineage), () -> Instant.EPOCH);
    }
}
