package dev.primus.server.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.Handover;
import dev.primus.Part;
import dev.primus.core.ElectionName;
import dev.primus.core.NodeName;
import dev.primus.core.spi.Pauses;
import dev.primus.core.spi.StoreException;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Every way in which an operator's pause can end, and what it keeps from happening. */
@Tag("Z9")
class PausingTest {
    private static final ElectionName COORDINATOR = new ElectionName("coordinator");

    private final FakeSubject node = new FakeSubject("core-2#7f3a9c04");
    private final FakeSeat seat = node.seat("coordinator").leads(42);

    private Answer.Act ask(Request request) {
        return (Answer.Act) node.control().answer(request, "ann");
    }

    private Answer.Act pause(boolean dryRun) {
        return ask(new Request.Pause(COORDINATOR, new Intent("9f2c", "migration", dryRun)));
    }

    private Answer.Act resume(boolean dryRun) {
        return ask(new Request.Resume(COORDINATOR, new Intent("9f2d", "", dryRun)));
    }

    @Test
    void pausedAndResumedOnce() {
        assertThat(pause(false).outcome()).isEqualTo(Outcome.DONE);
        assertThat(pause(false).rule()).isEqualTo(Rule.ALREADY_PAUSED);
        assertThat(pause(true).message()).isEqualTo("'coordinator' is paused by ann: migration");
        assertThat(resume(true).message()).isEqualTo("It is paused by ann: migration. It may change hands again.");
        assertThat(resume(false).outcome()).isEqualTo(Outcome.DONE);
        assertThat(resume(false).rule()).isEqualTo(Rule.NOT_PAUSED);
        assertThat(node.acts())
                .containsExactly(
                        "pause coordinator by ann: begun",
                        "pause coordinator by ann: done",
                        "pause coordinator by ann: refused: already_paused",
                        "resume coordinator by ann: begun",
                        "resume coordinator by ann: done",
                        "resume coordinator by ann: refused: not_paused");
    }

    @Test
    void aDryRunLeavesNoTrace() {
        assertThat(pause(true).outcome()).isEqualTo(Outcome.PLANNED);
        assertThat(resume(true).rule()).isEqualTo(Rule.NOT_PAUSED);
        assertThat(node.acts()).isEmpty();
    }

    @Test
    void aStandbyAndAnObserverCanDoSoToo() {
        seat.in(Part.OBSERVING);
        assertThat(pause(false).outcome()).isEqualTo(Outcome.DONE);
        seat.in(Part.STANDBY);
        assertThat(resume(false).outcome()).isEqualTo(Outcome.DONE);
        seat.in(Part.AWAY);
        assertThat(pause(false).rule()).isEqualTo(Rule.NOT_TAKING_PART);
    }

    @Test
    void whoLeadsAPausedElectionDoesNotGiveItUpUnlessItIsToldTo() {
        pause(false);
        Request.Resign resign = new Request.Resign(COORDINATOR, new Intent("9f2e", "", false), false);
        assertThat(ask(resign).rule()).isEqualTo(Rule.PAUSED);
        Request.Transfer transfer =
                new Request.Transfer(COORDINATOR, new NodeName("core-1"), new Intent("9f2f", "", false));
        assertThat(ask(transfer).rule()).isEqualTo(Rule.PAUSED);
        assertThat(seat.asked).isEmpty();

        Request.Resign anyway = new Request.Resign(COORDINATOR, new Intent("9f30", "", false), true);
        assertThat(ask(anyway).outcome()).isEqualTo(Outcome.DONE);
        assertThat(seat.asked).containsExactly("resign");
    }

    @Test
    void aStoreThatIsAwayHasChangedNothing() {
        node.pauses = null;
        assertThat(pause(false).outcome()).isEqualTo(Outcome.FAILED);
        node.books = null;
        assertThat(pause(true).outcome()).isEqualTo(Outcome.FAILED);
        assertThat(resume(false).message()).contains("nothing was changed: the store is away");
    }

    @Test
    void aStoreThatDoesNotAnswerMayHaveChangedIt() {
        node.pauses = new Pauses() {
            @Override
            public boolean pause(ElectionName election, String by, String why) {
                throw new StoreException("no answer");
            }

            @Override
            public boolean resume(ElectionName election) {
                return false;
            }

            @Override
            public void close() {}
        };
        assertThat(pause(false).outcome()).isEqualTo(Outcome.UNKNOWN);
        node.books.pause("coordinator", new dev.primus.core.Pause("bob", "", FakeSubject.NOW));
        assertThat(resume(false).message()).contains("it changed in this very moment");
    }

    @Test
    void whoeverWasSlowerIsRefused() {
        node.pauses = new SlowPauses();
        assertThat(pause(false).rule()).isEqualTo(Rule.ALREADY_PAUSED);
        assertThat(resume(false).rule()).isEqualTo(Rule.NOT_PAUSED);
        assertThat(node.acts())
                .endsWith("resume coordinator by ann: begun", "resume coordinator by ann: refused: not_paused");
    }

    /** Another is always faster. */
    private final class SlowPauses implements Pauses {
        @Override
        public boolean pause(ElectionName election, String by, String why) {
            node.books.pause(election.value(), new dev.primus.core.Pause("bob", "", FakeSubject.NOW));
            return false;
        }

        @Override
        public boolean resume(ElectionName election) {
            node.books.pause(election.value(), null);
            return false;
        }

        @Override
        public void close() {}
    }

    @Test
    void whatHasNoRowCannotBePaused() {
        node.pauses = new Pauses() {
            @Override
            public boolean pause(ElectionName election, String by, String why) {
                return false;
            }

            @Override
            public boolean resume(ElectionName election) {
                return false;
            }

            @Override
            public void close() {}
        };
        Answer.Act act = pause(false);
        assertThat(act.outcome()).isEqualTo(Outcome.FAILED);
        assertThat(act.message()).startsWith("nothing was changed: the store has no row of 'coordinator' yet");
    }

    @Test
    void aPauseThatComesBetweenQuestionAndActIsNamed() {
        CompletableFuture<Handover> refused = new CompletableFuture<>();
        seat.handingOver(refused);
        node.onNote = () -> {
            node.books.pause("coordinator", new dev.primus.core.Pause("bob", "", FakeSubject.NOW));
            refused.completeExceptionally(new IllegalArgumentException("cannot transfer: it is paused by bob"));
        };
        Answer.Act act = ask(new Request.Transfer(COORDINATOR, new NodeName("core-1"), new Intent("9f2f", "", false)));
        assertThat(act.rule()).isEqualTo(Rule.PAUSED);
    }

    @Test
    void whoGivesAPausedElectionUpIsToldThatNobodyFollows() {
        pause(false);
        assertThat(ask(new Request.Resign(COORDINATOR, new Intent("9f2e", "", true), true))
                        .message())
                .isEqualTo("Then nobody leads until it is resumed.");
        assertThat(ask(new Request.Resign(COORDINATOR, new Intent("9f2e", "", false), true))
                        .message())
                .isEqualTo("released, and nobody leads until the election is resumed");
    }
}
