package dev.primus.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.primus.Change;
import dev.primus.Duty;
import dev.primus.Handover;
import dev.primus.Leadership;
import dev.primus.NotLeadingException;
import dev.primus.core.LossReason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How to test code that leads, without a cluster. */
@Tag("Z1")
class FakeElectionTest {
    /** What a user might write: reports that only the leader files, each with its token. */
    private static final class Reports {
        private final List<Long> filed = new ArrayList<>();

        Duty duty() {
            return Duty.every(Duration.ofSeconds(30), leadership -> {
                leadership.require();
                filed.add(leadership.token());
            });
        }
    }

    private final FakeElection election = new FakeElection("reports");

    @Test
    void aDutyRunsUntilItsTermEnds() throws Exception {
        Reports reports = new Reports();
        election.grant();
        election.duringSleep(() -> election.revoke(LossReason.TAKEN));
        election.run(reports.duty());
        assertThat(reports.filed).containsExactly(1L);
        assertThat(election.sleeps()).containsExactly(Duration.ofSeconds(30));
        assertThat(election.isLeader()).isFalse();
    }

    @Test
    void aDutyDoesNothingWhileItsTermIsInDoubt() throws Exception {
        Reports reports = new Reports();
        election.grant();
        election.suspend();
        election.duringSleep(election::expire);
        election.run(reports.duty());
        assertThat(reports.filed).isEmpty();
    }

    @Test
    void listenersHearPairsWithRisingTokens() {
        List<String> heard = new ArrayList<>();
        election.onChange(change -> heard.add(change.getClass().getSimpleName()));
        Leadership first = election.grant();
        election.suspend();
        assertThat(first.state()).isEqualTo(Leadership.State.SUSPECT);
        election.resume();
        election.revoke(LossReason.RELEASED);
        Leadership second = election.grant();
        election.ledBy("other");
        assertThat(second.token()).isGreaterThan(first.token());
        assertThat(heard)
                .containsExactly(
                        "Granted",
                        "LeaderChanged",
                        "Suspended",
                        "Resumed",
                        "Revoked",
                        "Granted",
                        "LeaderChanged",
                        "Revoked",
                        "LeaderChanged");
    }

    @Test
    void aRevokedTermIsOverForGood() {
        Leadership leadership = election.grant();
        election.revoke(LossReason.TAKEN);
        assertThatThrownBy(leadership::require).isInstanceOf(NotLeadingException.class);
        assertThat(election.leadership()).isEmpty();
        assertThat(leadership.remaining()).isZero();
    }

    @Test
    void handsOver() {
        assertThat(election.resign()).isCompletedWithValue(Handover.NOT_LEADING);
        election.grant();
        assertThat(election.transferTo("core-2")).isCompletedWithValue(Handover.RELEASED);
        assertThat(election.heir()).contains("core-2");
    }

    @Test
    void closes() {
        List<Change> heard = new ArrayList<>();
        election.onChange(heard::add);
        election.grant();
        election.close();
        election.close();
        assertThat(election.isClosed()).isTrue();
        assertThat(heard).last().isInstanceOf(Change.Revoked.class);
        assertThatThrownBy(election::grant).isInstanceOf(IllegalStateException.class);
    }
}
