package dev.primus.runtime.effect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.ElectionName;
import dev.primus.core.FencingToken;
import dev.primus.core.LossReason;
import dev.primus.core.MonoTime;
import dev.primus.core.lease.LeaseAnswered;
import dev.primus.core.lease.LeaseRequest;
import dev.primus.core.spi.Answer;
import dev.primus.core.spi.Bid;
import dev.primus.core.spi.Hold;
import dev.primus.core.spi.Parting;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class StoreDeskTest {
    private final List<StoreCall> sent = new ArrayList<>();
    private final List<Consumer<List<Answer>>> replies = new ArrayList<>();
    private final List<LeaseAnswered> heard = new ArrayList<>();
    private long now = 100;
    private boolean takesMany;
    private final StoreDesk desk = new StoreDesk(
            new Courier() {
                @Override
                public void carry(StoreCall call, Consumer<List<Answer>> reply) {
                    sent.add(call);
                    replies.add(reply);
                }

                @Override
                public boolean takesMany() {
                    return takesMany;
                }
            },
            () -> new MonoTime(now),
            Runnable::run,
            (call, answers, sentAt) -> {},
            heard::add);

    @Test
    @Tag("Z4")
    @DisplayName("all renewals that are due travel in one call")
    void renewalsShareOneCall() {
        for (int i = 0; i < 1000; i++) {
            desk.renew(renewal("e" + i));
        }
        desk.flush();

        assertThat(sent).hasSize(1);
        assertThat(sent.get(0).verb()).isEqualTo(Verb.RENEW);
        assertThat(sent.get(0).requests()).hasSize(1000);
    }

    @Test
    void renewalsDoNotWaitBehindOtherCalls() {
        desk.look(look("a"));
        desk.flush();
        desk.renew(renewal("b"));
        desk.flush();

        assertThat(sent).extracting(StoreCall::verb).containsExactly(Verb.LOOK, Verb.RENEW);
    }

    @Test
    void whileOneCallIsUnderWayTheNextOneFills() {
        desk.look(look("a"));
        desk.flush();
        desk.look(look("b"));
        desk.look(look("c"));
        desk.flush();
        assertThat(sent).hasSize(1);

        answer(0);
        desk.flush();

        assertThat(sent.get(1).requests()).containsExactly(look("b"), look("c"));
    }

    @Test
    @DisplayName("C6: what was granted counts from before the call was sent")
    void answersCarryTheTimeOfSending() {
        desk.look(look("a"));
        desk.flush();
        now = 5000;
        answer(0);

        assertThat(heard).singleElement().extracting(LeaseAnswered::sentAt).isEqualTo(new MonoTime(100));
    }

    @Test
    void noRequestOvertakesAnotherOfItsOwnElection() {
        desk.look(look("x"));
        desk.flush();
        desk.release(release("b"));
        desk.acquire(acquire("a"));
        desk.release(release("a"));
        answer(0);
        desk.flush();
        answer(1);
        desk.flush();
        answer(2);
        desk.flush();

        assertThat(sent.subList(1, 4))
                .extracting(StoreCall::verb)
                .containsExactly(Verb.RELEASE, Verb.ACQUIRE, Verb.RELEASE);
        assertThat(sent.get(1).requests()).containsExactly(release("b"));
    }

    @Test
    void isIdleOnceEverythingIsAnswered() {
        assertThat(desk.isIdle()).isTrue();
        desk.look(look("a"));
        assertThat(desk.isIdle()).isFalse();
        desk.flush();
        assertThat(desk.isIdle()).isFalse();
        answer(0);
        assertThat(desk.isIdle()).isTrue();
    }

    @Test
    @DisplayName("where many calls are taken at once nobody waits for an answer to somebody else")
    void manyAtOnce() {
        takesMany = true;
        desk.acquire(acquire("a"));
        desk.acquire(acquire("b"));
        desk.flush();
        desk.release(release("c"));
        desk.release(release("a"));
        desk.flush();
        assertThat(sent)
                .extracting(StoreCall::requests)
                .containsExactly(List.of(acquire("a"), acquire("b")), List.of(release("c")));

        replies.get(0).accept(List.of(Answer.yes(new ElectionName("b"))));
        assertThat(heard).singleElement().extracting(LeaseAnswered::request).isEqualTo(acquire("b"));
        desk.flush();
        assertThat(sent).as("a's own answer is awaited").hasSize(2);

        replies.get(0).accept(List.of(Answer.no(new ElectionName("a"))));
        desk.flush();
        assertThat(sent.get(2).requests()).containsExactly(release("a"));
    }

    private void answer(int call) {
        replies.get(call).accept(sent.get(call).unknown("test"));
    }

    private static LeaseRequest.Look look(String election) {
        return new LeaseRequest.Look(new ElectionName(election));
    }

    private static LeaseRequest.Renew renewal(String election) {
        return new LeaseRequest.Renew(hold(election));
    }

    private static LeaseRequest.Release release(String election) {
        return new LeaseRequest.Release(new Parting(hold(election), LossReason.RELEASED, null));
    }

    private static LeaseRequest.Acquire acquire(String election) {
        return new LeaseRequest.Acquire(new Bid(new ElectionName(election), 0, 0, new FencingToken(1), "n"));
    }

    private static Hold hold(String election) {
        return new Hold(new ElectionName(election), new FencingToken(1), "n");
    }
}
