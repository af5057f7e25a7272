package dev.primus.core.ballot;

import static dev.primus.core.ballot.Parish.ELECTION;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.primus.core.ElectionPhase;
import dev.primus.core.MonoTime;
import dev.primus.core.NodeId;
import dev.primus.core.Quorum;
import dev.primus.core.Term;
import dev.primus.core.Trigger;
import dev.primus.core.ballot.BallotMessage.Discovered;
import dev.primus.core.ballot.score.Report;
import dev.primus.core.peers.Edition;
import dev.primus.core.spi.Enrolment;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("B1")
@DisplayName("An election goes from phase to phase, and there are no other ways")
class PhasesTest {
    private static final MonoTime ORIGIN = new MonoTime(0);
    private static final Report REPORT =
            new Report(ELECTION, Trigger.MANUAL, Instant.EPOCH, Duration.ZERO, null, List.of(), Map.of(), Map.of());
    private static final List<Phase> ALL = List.of(
            new Phase.Idle(),
            new Phase.Discovering(ORIGIN, ORIGIN),
            new Phase.Electing(new Contest(Trigger.MANUAL, Parish.TIMING, ORIGIN, ORIGIN, ORIGIN)),
            new Phase.Complete(REPORT));

    @Test
    @DisplayName("of all sixteen pairs seven are ways, of which one only renews a question")
    void ways() {
        Set<String> ways = new TreeSet<>();
        for (Phase from : ALL) {
            for (Phase to : ALL) {
                if (from.mayTurnTo(to)) {
                    ways.add(from.name().word() + " -> " + to.name().word());
                }
            }
        }

        assertThat(ways)
                .containsExactlyInAnyOrder(
                        "idle -> discovering",
                        "idle -> electing",
                        "discovering -> idle",
                        "discovering -> electing",
                        "discovering -> discovering",
                        "electing -> complete",
                        "complete -> idle");
    }

    @Test
    @DisplayName("whoever tries another way is stopped, with both names")
    void noOtherWay() {
        Ward ward = new Ward(
                ELECTION,
                Parish.of(1).rules(NodeId.of("a", "0001"), true),
                new Oath(Duration.ofMillis(900), null, ORIGIN),
                new Franchise(null, null),
                new Edition());

        assertThatIllegalStateException()
                .isThrownBy(() -> ward.turnTo(new Phase.Complete(REPORT)))
                .withMessage("e: from IDLE to COMPLETE there is no way");
        assertThat(ward.phase().name()).isEqualTo(ElectionPhase.IDLE);
    }

    @Test
    @DisplayName("the name of a phase for handing keys over is kept, but no phase has it")
    void reserved() {
        assertThat(ALL)
                .extracting(Phase::name)
                .doesNotContain(ElectionPhase.RECONSTRUCTING_KEYS)
                .hasSize(4);
    }

    @Test
    @DisplayName("idle, discovering, electing, complete and idle: a cluster that begins, and elects")
    void fromTheBeginning() {
        Parish parish = new Parish(Quorum.majorityOf(3));
        parish.start("a", "b", "c");
        parish.meet("a", "b", "c");
        Parish.Member a = parish.member("a");
        assertThat(a.phase()).isEqualTo(ElectionPhase.IDLE);

        a.enroll(Enrolment.Part.CANDIDATE);
        assertThat(a.phase()).isEqualTo(ElectionPhase.DISCOVERING);
        parish.pass(1000);
        assertThat(a.phase()).as("still, until somebody stands").isEqualTo(ElectionPhase.DISCOVERING);

        parish.lost = letter -> letter.message() instanceof BallotMessage.Acknowledged;
        parish.bid("a");
        assertThat(a.phase()).isEqualTo(ElectionPhase.ELECTING);
        parish.heal();
        parish.pass(parish.timing.election());
        assertThat(a.reports).as("complete").hasSize(1);
        assertThat(a.phase()).isEqualTo(ElectionPhase.IDLE);
    }

    @Test
    @DisplayName("from discovering to idle, since there is a leader; from idle to electing, since it is silent")
    void aroundALeader() {
        Parish parish = Parish.of(3);
        Parish.Member c = parish.member("c");
        assertThat(c.phase()).isEqualTo(ElectionPhase.DISCOVERING);
        c.hears(parish.id("b"), new Discovered(ELECTION, Term.of(parish.id("a"), 1)));
        assertThat(c.phase()).isEqualTo(ElectionPhase.IDLE);
        parish.pass(parish.timing.heartbeatTimeout());
        parish.bid("c");
        assertThat(c.phase()).isEqualTo(ElectionPhase.ELECTING);
    }
}
