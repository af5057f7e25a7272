package dev.primus.deathwatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.ElectionName;
import dev.primus.core.FencingToken;
import dev.primus.core.LossReason;
import dev.primus.core.spi.Answer;
import dev.primus.core.spi.Bid;
import dev.primus.core.spi.Enrolment;
import dev.primus.core.spi.Hint;
import dev.primus.core.spi.Hold;
import dev.primus.core.spi.LeaseStore;
import dev.primus.core.spi.Parting;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("Z8")
@DisplayName("A companion hears of a bid before the store does, and of every sure answer after")
class WatchedStoreTest {
    private static final ElectionName NIGHTLY = new ElectionName("nightly");
    private static final Bid BID = new Bid(NIGHTLY, 6, 0, new FencingToken(7), "nonce-7");

    private final List<String> heard = new ArrayList<>();
    private long clock = 100;
    private Function<ElectionName, Answer> answer = Answer::yes;
    private final WatchedStore store = new WatchedStore(new ScriptedStore(), new Listening(), () -> clock);

    @Test
    void intentComesBeforeTheBidAndTheGrantAfterItCountedFromItsSending() {
        store.acquire(List.of(BID));
        assertThat(heard).containsExactly("intends nonce-7", "acquire", "confirmed nonce-7 sent at 100");
    }

    @Test
    void aRefusedBidIsOver() {
        answer = Answer::no;
        store.acquire(List.of(BID));
        assertThat(heard).containsExactly("intends nonce-7", "acquire", "ended nonce-7");
    }

    @Test
    void anUnknownOutcomeLeavesTheIntentStanding() {
        answer = election -> Answer.unknown(election, "cut off");
        store.acquire(List.of(BID));
        store.renew(List.of(BID.hold()));
        store.release(List.of(new Parting(BID.hold(), LossReason.RELEASED, null)));
        assertThat(heard).containsExactly("intends nonce-7", "acquire", "renew", "release");
    }

    @Test
    void aRenewalCountsFromBeforeItWasSent() {
        store.renew(List.of(BID.hold()));
        assertThat(heard).containsExactly("renew", "confirmed nonce-7 sent at 100");
    }

    @Test
    void whatWasGivenBackIsOver() {
        store.release(List.of(new Parting(BID.hold(), LossReason.RELEASED, null)));
        assertThat(heard).containsExactly("release", "ended nonce-7");
    }

    @Test
    void byeIsTheLastWord() {
        store.close();
        assertThat(heard).containsExactly("store closed", "watch closed");
    }

    private final class Listening implements DeathWatch {
        @Override
        public void intends(List<Bid> bids) {
            bids.forEach(bid -> heard.add("intends " + bid.nonce()));
        }

        @Override
        public void confirmed(List<Hold> holds, long sentAt) {
            holds.forEach(hold -> heard.add("confirmed " + hold.nonce() + " sent at " + sentAt));
        }

        @Override
        public void ended(List<Hold> holds) {
            holds.forEach(hold -> heard.add("ended " + hold.nonce()));
        }

        @Override
        public void close() {
            heard.add("watch closed");
        }
    }

    /** Answers as told, and takes its time. */
    private final class ScriptedStore implements LeaseStore {
        private List<Answer> say(String verb, ElectionName election) {
            heard.add(verb);
            clock += 1000;
            return List.of(answer.apply(election));
        }

        @Override
        public List<Answer> enroll(List<Enrolment> enrolments) {
            return say("enroll", enrolments.get(0).election());
        }

        @Override
        public List<Answer> look(List<ElectionName> elections) {
            return say("look", elections.get(0));
        }

        @Override
        public List<Answer> acquire(List<Bid> bids) {
            return say("acquire", bids.get(0).election());
        }

        @Override
        public List<Answer> renew(List<Hold> holds) {
            return say("renew", holds.get(0).election());
        }

        @Override
        public List<Answer> release(List<Parting> partings) {
            return say("release", partings.get(0).election());
        }

        @Override
        public void listen(Consumer<Hint> hints) {}

        @Override
        public void close() {
            heard.add("store closed");
        }
    }
}
