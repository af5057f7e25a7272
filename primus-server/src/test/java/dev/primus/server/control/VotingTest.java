package dev.primus.server.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.ElectionName;
import dev.primus.core.NodeName;
import dev.primus.core.Ruling;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who votes, and every way in which changing that can end, and that it is on record. */
@Tag("B12")
class VotingTest {
    private final FakeSubject node = new FakeSubject("core-2#7f3a9c04");

    private Answer.Act add(String name, boolean dryRun) {
        Intent intent = new Intent("9f2c", "new hardware", dryRun);
        return (Answer.Act) node.control()
                .answer(new Request.AddVoter(new ElectionName("coordinator"), new NodeName(name), intent), "ann");
    }

    private Answer.Act remove(String name, boolean dryRun) {
        Intent intent = new Intent("9f2c", "new hardware", dryRun);
        return (Answer.Act) node.control()
                .answer(new Request.RemoveVoter(new ElectionName("coordinator"), new NodeName(name), intent), "ann");
    }

    private Answer voters() {
        return node.control().answer(new Request.Voters(new ElectionName("coordinator")), "ann");
    }

    private FakeOffice voter() {
        node.seat("coordinator").follows("core-1#00aa11bb", 42);
        return node.votes();
    }

    @Test
    void whoVotesAndWhoIsWithinReach() {
        voter();
        assertThat(voters())
                .isEqualTo(new Answer.Voters(
                        "core-2#7f3a9c04",
                        "coordinator",
                        "0.0-2a8cc244",
                        2,
                        List.of(
                                new Answer.Voter("core-1", true),
                                new Answer.Voter("core-2", true),
                                new Answer.Voter("core-3", false)),
                        null));
    }

    @Test
    void aChangeUnderWayIsTold() {
        voter().changesTo("core-1", "core-2", "core-3", "core-4");
        assertThat(((Answer.Voters) voters()).change())
                .isEqualTo(new Answer.VoterChange(List.of("core-4"), List.of(), 3));
        Answer.Act act = add("core-5", true);
        assertThat(act.rule()).isEqualTo(Rule.NO_CHANGE_NOW);
        assertThat(act.message()).isEqualTo("another change is under way");
    }

    @Test
    void doneIsOnRecordWithWhoItIsAbout() {
        FakeOffice office = voter();
        Answer.Act act = add("core-4", false);
        assertThat(act.outcome()).as(act.message()).isEqualTo(Outcome.DONE);
        assertThat(act.message()).isEqualTo("core-4 votes");
        assertThat(remove("core-3", false).message()).isEqualTo("core-3 votes no more");
        assertThat(office.asked).containsExactly("admit coordinator core-4", "dismiss coordinator core-3");
        assertThat(node.acts())
                .containsExactly(
                        "add_voter core-4 coordinator by ann: begun",
                        "add_voter core-4 coordinator by ann: done",
                        "remove_voter core-3 coordinator by ann: begun",
                        "remove_voter core-3 coordinator by ann: done");
    }

    @Test
    void whatTheLeaderRefusesIsRefusedInItsWords() {
        voter().rules(Ruling.refused("core-4 is not within reach, or only watches"));
        Answer.Act act = add("core-4", false);
        assertThat(act.outcome()).isEqualTo(Outcome.REFUSED);
        assertThat(act.rule()).isEqualTo(Rule.NO_CHANGE_NOW);
        assertThat(act.message()).isEqualTo("core-4 is not within reach, or only watches");
        assertThat(node.acts()).endsWith("add_voter core-4 coordinator by ann: refused: no_change_now");
    }

    @Test
    void whatWasBegunAndIsNotDoneIsNotRefused() {
        voter().rules(Ruling.undecided("too few voters have kept it yet; it goes on"));
        Answer.Act act = add("core-4", false);
        assertThat(act.outcome()).isEqualTo(Outcome.UNKNOWN);
        assertThat(act.rule()).isNull();
        assertThat(act.message()).isEqualTo("too few voters have kept it yet; it goes on");
        assertThat(node.acts()).endsWith("add_voter core-4 coordinator by ann: unknown");
    }

    @Test
    void whoGetsNoAnswerDoesNotKnow() {
        FakeOffice office = voter();
        office.ruling = new CompletableFuture<>();
        Answer.Act late = remove("core-3", false);
        assertThat(late.outcome()).isEqualTo(Outcome.UNKNOWN);
        assertThat(late.message()).isEqualTo("no answer after 700 ms");
        assertThat(late.mostMs()).as("and no caller gives up before that").isEqualTo(900);
        office.ruling = CompletableFuture.failedFuture(new IllegalStateException("the loop has ended"));
        assertThat(remove("core-3", false).message()).contains("changing who votes failed", "the loop has ended");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "true  | core-4 | core-4 votes from then on: 3 of 4 are needed then, now it is 2 of 3. Not within reach of core-2: core-3, core-4.",
                "false | core-3 | core-3 votes no more: 2 of 2 are needed then, now it is 2 of 3. All of them are within reach.",
            })
    void aDryRunTellsWhatWouldBeNeededAndLeavesNoTrace(boolean joins, String name, String said) {
        FakeOffice office = voter();
        Answer.Act act = joins ? add(name, true) : remove(name, true);
        assertThat(act.outcome()).isEqualTo(Outcome.PLANNED);
        assertThat(act.message()).isEqualTo(said);
        assertThat(office.asked).isEmpty();
        assertThat(node.acts()).isEmpty();
    }

    @Test
    void whatWouldChangeNothingIsRefusedBeforeAnybodyIsAsked() {
        FakeOffice office = voter();
        assertThat(add("core-1", true).message()).isEqualTo("core-1 votes already");
        assertThat(remove("core-4", true).message()).isEqualTo("core-4 does not vote");
        assertThat(add("core-1", true).rule()).isEqualTo(Rule.NO_CHANGE_NOW);
        assertThat(office.asked).isEmpty();
    }

    @Test
    void aNodeThatIsTooBusyToSayKeepsNobodyFromAsking() {
        FakeOffice office = voter();
        office.reach = CompletableFuture.failedFuture(new IllegalStateException("the loop has ended"));
        assertThat(add("core-4", true).message()).startsWith("Who votes now is not known");
        assertThat(((Answer.Mistake) voters()).message()).contains("the loop has ended");
    }

    @Test
    void votersThatAreCountedHaveNoNames() {
        FakeOffice office = voter().namesNobody();
        assertThat(((Answer.Refusal) voters()).rule()).isEqualTo(Rule.VOTERS_COUNTED);
        assertThat(((Answer.Refusal) voters()).message())
                .isEqualTo("voters are counted here, not named: who votes can be shown and changed where all nodes were"
                        + " started with their names (--voters)");
        assertThat(add("core-4", true).rule()).isEqualTo(Rule.VOTERS_COUNTED);
        assertThat(add("core-4", false).rule()).isEqualTo(Rule.VOTERS_COUNTED);
        assertThat(office.asked).isEmpty();
    }

    @Test
    void whereNobodyVotesThereIsNothingToChange() {
        node.seat("coordinator").leads(42);
        assertThat(((Answer.Refusal) voters()).rule()).isEqualTo(Rule.NO_BALLOT);
        assertThat(add("core-4", true).rule()).isEqualTo(Rule.NO_BALLOT);
        assertThat(node.acts()).isEmpty();
        assertThat(remove("core-3", false).message())
                .isEqualTo("only nodes with the ballot engine vote, and core-2 uses another");
        assertThat(node.acts()).containsExactly("remove_voter core-3 coordinator by ann: refused: no_ballot");
    }

    @Test
    void whoTakesNoPartChangesNothing() {
        node.votes();
        assertThat(((Answer.Refusal) voters()).rule()).isEqualTo(Rule.NOT_TAKING_PART);
        assertThat(add("core-4", false).rule()).isEqualTo(Rule.NOT_TAKING_PART);
        assertThat(add("core-4", true).rule()).isEqualTo(Rule.NOT_TAKING_PART);
    }
}
