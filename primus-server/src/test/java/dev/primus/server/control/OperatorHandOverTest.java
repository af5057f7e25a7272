package dev.primus.server.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.DutyStatus;
import dev.primus.Handover;
import dev.primus.Part;
import dev.primus.core.ElectionName;
import dev.primus.core.NodeName;
import dev.primus.core.spi.StoreException;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every way in which an operator's hand-over can end, and that it is on record. */
@Tag("Z9")
class OperatorHandOverTest {
    private static final ElectionName COORDINATOR = new ElectionName("coordinator");

    private final FakeSubject node = new FakeSubject("core-2#7f3a9c04");
    private final FakeSeat seat = node.seat("coordinator").leads(42);

    private Answer.Act resign(boolean dryRun) {
        return (Answer.Act) node.control()
                .answer(new Request.Resign(COORDINATOR, new Intent("9f2c", "kernel update", dryRun), false), "ann");
    }

    private Answer.Act transfer(String to, boolean dryRun) {
        return (Answer.Act) node.control()
                .answer(new Request.Transfer(COORDINATOR, new NodeName(to), new Intent("9f2c", "", dryRun)), "ann");
    }

    @Test
    void doneTellsWhoLeadsNextAndHowLongNobodyDid() {
        seat.then("core-1#00aa11bb");
        Answer.Act act = resign(false);
        assertThat(act.outcome()).isEqualTo(Outcome.DONE);
        assertThat(act.before().term()).isEqualTo("42");
        assertThat(act.after()).isEqualTo(new Answer.After("core-1#00aa11bb", "43", 8L));
        assertThat(node.acts()).containsExactly("resign coordinator by ann: begun", "resign coordinator by ann: done");
        assertThat(node.acts).allSatisfy(noted -> {
            assertThat(noted.id()).isEqualTo("9f2c");
            assertThat(noted.why()).isEqualTo("kernel update");
        });
    }

    @Test
    void ifTheFeedDoesNotTellTheBooksDo() {
        seat.leads(41);
        Answer.Act act = transfer("core-2x", false);
        assertThat(act.outcome()).isEqualTo(Outcome.FAILED);
        assertThat(act.after()).isEqualTo(new Answer.After("core-2#7f3a9c04", "42", 0L));
    }

    @Test
    void whoResignedHasResignedThoughNobodyFollows() {
        assertThat(resign(false).outcome()).isEqualTo(Outcome.DONE);
        assertThat(resign(true).rule()).isEqualTo(Rule.NOT_LEADING);
    }

    @Test
    void whoEndsMeanwhileTellsWhatIsDone() {
        Control control = node.control();
        control.hurry();
        Request resign = new Request.Resign(COORDINATOR, new Intent("9f2c", "", false), false);
        Answer.Act act = (Answer.Act) control.answer(resign, "ann");
        assertThat(act.outcome()).isEqualTo(Outcome.DONE);
        assertThat(act.message()).isEqualTo("released, and this node ends; nobody was seen to lead before that");
    }

    @Test
    void transferIsDoneWhenTheHeirLeads() {
        seat.then("core-1#00aa11bb");
        assertThat(transfer("core-1", false).outcome()).isEqualTo(Outcome.DONE);
        assertThat(seat.asked).containsExactly("transfer to core-1");
    }

    @Test
    void transferHasFailedWhenAnotherLeads() {
        seat.then("core-3#66bb66bb");
        Answer.Act act = transfer("core-1", false);
        assertThat(act.outcome()).isEqualTo(Outcome.FAILED);
        assertThat(act.message()).contains("not core-1 leads now");
        assertThat(act.after().leader()).isEqualTo("core-3#66bb66bb");
    }

    @Test
    void transferIsUnknownWhenNobodyIsSeenToLead() {
        Answer.Act act = transfer("core-1", false);
        assertThat(act.outcome()).isEqualTo(Outcome.UNKNOWN);
        assertThat(node.acts()).endsWith("transfer coordinator by ann: unknown");
    }

    @Test
    void unconfirmedIsUnknown() {
        seat.handingOver(CompletableFuture.completedFuture(Handover.UNCONFIRMED));
        assertThat(resign(false).outcome()).isEqualTo(Outcome.UNKNOWN);
        assertThat(resign(false).message()).contains("the store has not confirmed it");
    }

    @Test
    void whatADutyStillWorksOnIsNotGivenBack() {
        seat.handingOver(CompletableFuture.completedFuture(Handover.UNCONFIRMED))
                .with(
                        new DutyStatus("reports", DutyStatus.State.STOPPING),
                        new DutyStatus("mail", DutyStatus.State.IDLE));
        Answer.Act act = resign(false);
        assertThat(act.outcome()).isEqualTo(Outcome.UNKNOWN);
        assertThat(act.message()).isEqualTo("duty reports did not stop: nothing was given back, the lease runs out");
    }

    @Test
    void aResignationThatFailsDoesNotSpeakOfCandidates() {
        seat.handingOver(CompletableFuture.failedFuture(new IllegalStateException("the loop has ended")));
        Answer.Act act = resign(false);
        assertThat(act.outcome()).isEqualTo(Outcome.UNKNOWN);
        assertThat(act.message()).isEqualTo("giving leadership up failed: the loop has ended");
    }

    @Test
    void theFirstTermAfterItCountsNotTheNewest() {
        seat.leads(40);
        Answer.Act act = transfer("core-1", false);
        assertThat(act.outcome()).isEqualTo(Outcome.DONE);
        assertThat(act.after().leader()).isEqualTo("core-1#00aa11bb");
        assertThat(act.after().term()).isEqualTo("41");
    }

    @Test
    void whatIsNotOverInTimeIsUnknown() {
        seat.handingOver(new CompletableFuture<>());
        assertThat(resign(false).outcome()).isEqualTo(Outcome.UNKNOWN);
    }

    @Test
    void aStoreThatTellsNoCandidatesIsAFailure() {
        seat.handingOver(CompletableFuture.failedFuture(new StoreException("the store is away")));
        Answer.Act act = transfer("core-1", false);
        assertThat(act.outcome()).isEqualTo(Outcome.FAILED);
        assertThat(act.message()).contains("nothing was changed: the store is away");
    }

    @Test
    void aCandidateThatDiedMeanwhileIsARefusal() {
        seat.handingOver(CompletableFuture.failedFuture(new IllegalArgumentException("candidates alive are []")));
        assertThat(transfer("core-1", false).rule()).isEqualTo(Rule.NO_SUCH_CANDIDATE);
    }

    @Test
    void whoLeadsNoMoreWhenAskedIsRefused() {
        seat.handingOver(CompletableFuture.completedFuture(Handover.NOT_LEADING));
        assertThat(resign(false).rule()).isEqualTo(Rule.NOT_LEADING);
        assertThat(node.acts()).endsWith("resign coordinator by ann: refused: not_leading");
    }

    @ParameterizedTest
    @CsvSource({
        "STANDBY, NOT_LEADING",
        "OBSERVING, OBSERVER",
        "STEPPING_DOWN, NOT_LEADING",
        "AWAY, NOT_TAKING_PART",
    })
    void onlyALeaderCanGiveLeadershipUp(Part part, Rule rule) {
        seat.follows("core-1#00aa11bb", 43).in(part);
        assertThat(resign(true).rule()).isEqualTo(rule);
        assertThat(resign(false).rule()).isEqualTo(rule);
        assertThat(resign(false).outcome()).isEqualTo(Outcome.REFUSED);
        assertThat(seat.asked).isEmpty();
    }

    @Test
    void aRefusalTellsWhoLeads() {
        seat.follows("core-1#00aa11bb", 43).in(Part.STANDBY);
        assertThat(resign(false).message())
                .isEqualTo("core-2 does not lead; core-1#00aa11bb leads, term 43: the act must be asked of that node");
    }

    @Test
    void anElectionThatIsNotTheNodesIsRefused() {
        Answer.Act act = (Answer.Act)
                node.control().answer(new Request.Resign(new ElectionName("other"), Intent.planned(""), false), "ann");
        assertThat(act.rule()).isEqualTo(Rule.NOT_TAKING_PART);
    }

    @ParameterizedTest
    @CsvSource({"core-2, ALREADY_LEADING", "core-9, NO_SUCH_CANDIDATE", "watcher, NO_SUCH_CANDIDATE"})
    void aPlanKnowsWhoCannotLead(String to, Rule rule) {
        assertThat(transfer(to, true).rule()).isEqualTo(rule);
    }

    @Test
    void aDryRunChangesNothingAndLeavesNoTrace() {
        assertThat(resign(true).outcome()).isEqualTo(Outcome.PLANNED);
        assertThat(transfer("core-1", true).outcome()).isEqualTo(Outcome.PLANNED);
        assertThat(seat.asked).isEmpty();
        assertThat(node.acts).isEmpty();
    }
}
