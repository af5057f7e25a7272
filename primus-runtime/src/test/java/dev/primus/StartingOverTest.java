package dev.primus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.primus.core.ClusterName;
import dev.primus.core.ElectionName;
import dev.primus.core.StoreTime;
import dev.primus.core.spi.Answer;
import dev.primus.core.spi.Bid;
import dev.primus.core.spi.Enrolment;
import dev.primus.core.spi.Hint;
import dev.primus.core.spi.Hold;
import dev.primus.core.spi.LeaseStore;
import dev.primus.core.spi.LeaseStores;
import dev.primus.core.spi.Ledger;
import dev.primus.core.spi.Parting;
import dev.primus.core.spi.Sighting;
import dev.primus.core.spi.StoreSession;
import dev.primus.feed.FeedKind;
import dev.primus.feed.FeedRecord;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A store that breaks its contract makes the engine throw: the candidate must live on. */
class StartingOverTest {
    private final AtomicBoolean broken = new AtomicBoolean();
    private final CountDownLatch mayEnd = new CountDownLatch(1);

    @Test
    @DisplayName("after a bug the node leads again, but not before the duties of the lost term have ended")
    void beginsAgainWhenDutiesHaveEnded() {
        try (Primus primus = Primus.builder()
                .node("a")
                .store(new Stores())
                .lease(Duration.ofSeconds(2))
                .build()) {
            Election election =
                    primus.election("e").duty("slow", this::untilAllowed).join();
            await().until(() -> kinds(primus).contains(FeedKind.DUTY_STARTED));
            broken.set(true);
            await().until(() -> kinds(primus).contains(FeedKind.INTERNAL_ERROR));
            broken.set(false);
            mayEnd.countDown();
            await().until(() -> Collections.frequency(kinds(primus), FeedKind.BECAME_LEADER) == 2);
            assertThat(election.isLeader()).isTrue();
            assertThat(kinds(primus))
                    .containsSubsequence(
                            FeedKind.BECAME_LEADER,
                            FeedKind.REVOKED,
                            FeedKind.INTERNAL_ERROR,
                            FeedKind.DUTY_ENDED,
                            FeedKind.LOST_LEADERSHIP,
                            FeedKind.BECAME_LEADER);
        }
    }

    @Test
    @DisplayName("a node that was told to leave meanwhile leaves")
    void leavesThoughTheDutiesStillRun() {
        Primus primus = Primus.builder()
                .node("a")
                .store(new Stores())
                .lease(Duration.ofSeconds(2))
                .build();
        primus.election("e").duty("slow", this::untilAllowed).join();
        await().until(() -> kinds(primus).contains(FeedKind.DUTY_STARTED));
        broken.set(true);
        await().until(() -> kinds(primus).contains(FeedKind.INTERNAL_ERROR));
        Thread closer = new Thread(primus::close);
        closer.start();
        mayEnd.countDown();
        await().until(() -> !closer.isAlive());
        assertThat(kinds(primus)).contains(FeedKind.LEFT);
    }

    private static List<FeedKind> kinds(Primus primus) {
        return primus.feed().recent().stream().map(FeedRecord::kind).toList();
    }

    private void untilAllowed(Leadership leadership) {
        boolean interrupted = false;
        while (mayEnd.getCount() > 0) {
            try {
                mayEnd.await();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        assertThat(interrupted || mayEnd.getCount() == 0).isTrue();
    }

    private final class Stores implements LeaseStores {
        @Override
        public LeaseStore open(StoreSession session) {
            return new Store();
        }

        @Override
        public Ledger ledger(ClusterName cluster) {
            throw new UnsupportedOperationException();
        }
    }

    /** Grants everything; while broken, its renewals have no verdict. */
    private final class Store implements LeaseStore {
        private long epoch;

        @Override
        public List<Answer> enroll(List<Enrolment> enrolments) {
            return look(enrolments.stream().map(Enrolment::election).toList());
        }

        @Override
        public List<Answer> look(List<ElectionName> elections) {
            return elections.stream().map(name -> Answer.seen(released(name))).toList();
        }

        @Override
        public List<Answer> acquire(List<Bid> bids) {
            epoch = bids.get(0).token().value();
            return bids.stream().map(bid -> Answer.yes(bid.election())).toList();
        }

        @Override
        @SuppressWarnings("NullAway")
        public List<Answer> renew(List<Hold> holds) {
            return holds.stream()
                    .map(hold ->
                            broken.get() ? new Answer(hold.election(), null, null, "") : Answer.yes(hold.election()))
                    .toList();
        }

        @Override
        public List<Answer> release(List<Parting> partings) {
            return partings.stream()
                    .map(parting -> Answer.yes(parting.hold().election()))
                    .toList();
        }

        @Override
        public void listen(Consumer<Hint> hints) {}

        @Override
        public void close() {}

        private Sighting released(ElectionName name) {
            return new Sighting(
                    name,
                    null,
                    epoch,
                    0,
                    "",
                    Duration.ZERO,
                    Duration.ZERO,
                    new StoreTime(0),
                    "clock",
                    "clock",
                    null,
                    Duration.ZERO,
                    0,
                    null,
                    null);
        }
    }
}
