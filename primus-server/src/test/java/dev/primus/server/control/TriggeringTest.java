package dev.primus.server.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.ElectionName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Every way in which an election on request can end, and that it is on record. */
@Tag("B8")
class TriggeringTest {
    private final FakeSubject node = new FakeSubject("core-2#7f3a9c04");

    private Answer.Act trigger(boolean override, boolean dryRun) {
        return trigger("coordinator", override, dryRun);
    }

    private Answer.Act trigger(String election, boolean override, boolean dryRun) {
        Intent intent = new Intent("9f2c", "new hardware", dryRun);
        return (Answer.Act)
                node.control().answer(new Request.Trigger(new ElectionName(election), intent, override), "ann");
    }

    private FakeOffice voter() {
        node.seat("coordinator").leads(42);
        return node.votes();
    }

    @Test
    void doneTellsWhoHasWon() {
        FakeOffice office = voter();
        Answer.Act act = trigger(true, false);
        assertThat(act.outcome()).as(act.message()).isEqualTo(Outcome.DONE);
        assertThat(act.after()).isEqualTo(new Answer.After("core-1#00aa11bb", "43", null));
        assertThat(office.asked).containsExactly("coordinator by all means");
        assertThat(node.acts())
                .containsExactly("trigger coordinator by ann: begun", "trigger coordinator by ann: done");
    }

    @Test
    void aWindowIsToldWithTheTimeThatIsLeft() {
        voter().refuses("the leader is left alone for another 1015 ms");
        Answer.Act act = trigger(false, false);
        assertThat(act.outcome()).isEqualTo(Outcome.REFUSED);
        assertThat(act.rule()).isEqualTo(Rule.NO_ELECTION_NOW);
        assertThat(act.message()).isEqualTo("the leader is left alone for another 1015 ms");
        assertThat(node.acts()).endsWith("trigger coordinator by ann: refused: no_election_now");
    }

    @Test
    void aDryRunTellsWhoWouldWinAndLeavesNoTrace() {
        FakeOffice office = voter();
        Answer.Act act = trigger(false, true);
        assertThat(act.outcome()).isEqualTo(Outcome.PLANNED);
        assertThat(act.message()).contains("unless a window is open", "core-1#00aa11bb would win");
        assertThat(office.asked).isEmpty();
        assertThat(node.acts()).isEmpty();
    }

    @Test
    void whoWouldWinNeedNotBeKnown() {
        voter().tellsNothing();
        assertThat(trigger(true, true).message())
                .isEqualTo("The candidates are asked anew, whatever the windows say; who would win is not known.");
    }

    @Test
    void anElectionThatLastsIsDoneThoughNobodyHasWonYet() {
        voter().neverDecides();
        Answer.Act act = trigger(false, false);
        assertThat(act.outcome()).isEqualTo(Outcome.DONE);
        assertThat(act.message()).startsWith("an election was called, but nobody was seen to win within");
    }

    @Test
    void whereNobodyVotesThereIsNoElectionOnRequest() {
        node.seat("coordinator").leads(42);
        assertThat(trigger(false, true).rule()).isEqualTo(Rule.NO_BALLOT);
        assertThat(node.acts()).isEmpty();
        assertThat(trigger(false, false).message()).startsWith("only the ballot engine holds elections on request");
        assertThat(node.acts()).containsExactly("trigger coordinator by ann: refused: no_ballot");
    }

    @Test
    void whoTakesNoPartCallsNoElection() {
        voter();
        assertThat(trigger("billing", false, false).rule()).isEqualTo(Rule.NOT_TAKING_PART);
        assertThat(trigger("billing", false, true).rule()).isEqualTo(Rule.NOT_TAKING_PART);
    }
}
