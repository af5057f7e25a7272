package dev.primus.runtime.effect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.ElectionName;
import dev.primus.core.lease.LeaseRequest;
import dev.primus.core.spi.Answer;
import dev.primus.core.spi.Bid;
import dev.primus.core.spi.Enrolment;
import dev.primus.core.spi.Hint;
import dev.primus.core.spi.Hold;
import dev.primus.core.spi.LeaseStore;
import dev.primus.core.spi.Parting;
import dev.primus.core.spi.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class LaneCourierTest {
    private static final ElectionName A = new ElectionName("a");

    @Test
    void aStoreThatThrowsHasAnsweredUnknown() {
        assertThat(ask(() -> {
                    throw new IllegalStateException("bug");
                }))
                .singleElement()
                .extracting(Answer::verdict)
                .isEqualTo(Verdict.UNKNOWN);
    }

    @Test
    void evenAnErrorIsAnswered() {
        assertThat(ask(() -> {
                    throw new NoClassDefFoundError("gone");
                }))
                .singleElement()
                .extracting(Answer::verdict)
                .isEqualTo(Verdict.UNKNOWN);
    }

    @Test
    void aStoreThatMiscountsHasAnsweredUnknown() {
        assertThat(ask(List::of)).singleElement().extracting(Answer::verdict).isEqualTo(Verdict.UNKNOWN);
    }

    @Test
    void anAnswerIsPassedOn() {
        assertThat(ask(() -> List.of(Answer.no(A)))).containsExactly(Answer.no(A));
    }

    private static List<Answer> ask(Supplier<List<Answer>> behaviour) {
        List<Answer> heard = new ArrayList<>();
        Courier courier = new LaneCourier(new Looking(behaviour), Runnable::run, Runnable::run);
        courier.carry(new StoreCall(Verb.LOOK, List.of(new LeaseRequest.Look(A))), heard::addAll);
        return heard;
    }

    /** A store that can only be looked at. */
    private record Looking(Supplier<List<Answer>> behaviour) implements LeaseStore {
        @Override
        public List<Answer> enroll(List<Enrolment> enrolments) {
            return List.of();
        }

        @Override
        public List<Answer> look(List<ElectionName> elections) {
            return behaviour.get();
        }

        @Override
        public List<Answer> acquire(List<Bid> bids) {
            return List.of();
        }

        @Override
        public List<Answer> renew(List<Hold> holds) {
            return List.of();
        }

        @Override
        public List<Answer> release(List<Parting> partings) {
            return List.of();
        }

        @Override
        public void listen(Consumer<Hint> hints) {}

        @Override
        public void close() {}
    }
}
