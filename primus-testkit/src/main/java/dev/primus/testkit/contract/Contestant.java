package dev.primus.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.ClusterName;
import dev.primus.core.ElectionName;
import dev.primus.core.FencingToken;
import dev.primus.core.LossReason;
import dev.primus.core.NodeId;
import dev.primus.core.NodeName;
import dev.primus.core.spi.Answer;
import dev.primus.core.spi.Bid;
import dev.primus.core.spi.Enrolment;
import dev.primus.core.spi.Hold;
import dev.primus.core.spi.LeaseStore;
import dev.primus.core.spi.LeaseStores;
import dev.primus.core.spi.Parting;
import dev.primus.core.spi.Sighting;
import dev.primus.core.spi.StoreSession;
import dev.primus.core.spi.Verdict;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** A node with a session of its own, and the verbs for one election, so that a case reads as a story. */
final class Contestant implements AutoCloseable {
    private static final AtomicLong TRIES = new AtomicLong();

    static final Duration HEIR_WINDOW = Duration.ofMillis(1500);

    private final NodeId id;
    private final LeaseStore store;

    private Contestant(NodeId id, LeaseStore store) {
        this.id = id;
        this.store = store;
    }

    static Contestant open(LeaseStores stores, ClusterName cluster, NodeId id, Duration lease, Duration ioTimeout) {
        StoreSession session = new StoreSession(cluster, id, lease, ioTimeout, Duration.ofMillis(200), HEIR_WINDOW);
        return new Contestant(id, stores.open(session));
    }

    NodeId id() {
        return id;
    }

    LeaseStore store() {
        return store;
    }

    void joins(ElectionName election) {
        assertThat(enroll(election, Enrolment.Part.CANDIDATE)).isEqualTo(Verdict.YES);
    }

    Verdict enroll(ElectionName election, Enrolment.Part part) {
        return store.enroll(List.of(new Enrolment(election, part))).get(0).verdict();
    }

    Sighting isShownOnEnrolling(ElectionName election, Enrolment.Part part) {
        return shown("enroll in", store.enroll(List.of(new Enrolment(election, part))));
    }

    Sighting looks(ElectionName election) {
        return shown("look at", store.look(List.of(election)));
    }

    private static Sighting shown(String verb, List<Answer> answers) {
        Answer answer = answers.get(0);
        assertThat(answer.verdict())
                .as("%s %s: %s", verb, answer.election(), answer.cause())
                .isEqualTo(Verdict.YES);
        Sighting seen = answer.seen();
        assertThat(seen).isNotNull();
        return Objects.requireNonNull(seen);
    }

    /** The bid an engine would make after this sighting. */
    static Bid bidOn(Sighting seen) {
        FencingToken next = new FencingToken(Math.max(seen.epoch(), FencingToken.floorOf(seen.lineage())) + 1);
        return new Bid(
                seen.election(),
                seen.epoch(),
                seen.renewals(),
                next,
                "try-" + Long.toHexString(TRIES.incrementAndGet()));
    }

    Answer bids(Bid bid) {
        return store.acquire(List.of(bid)).get(0);
    }

    /** Looks, bids and must win. */
    Hold wins(ElectionName election) {
        Bid bid = bidOn(looks(election));
        Answer answer = bids(bid);
        assertThat(answer.verdict())
                .as("%s bids for %s: %s", id, election, answer)
                .isEqualTo(Verdict.YES);
        return bid.hold();
    }

    Answer renews(Hold hold) {
        return store.renew(List.of(hold)).get(0);
    }

    Answer releases(Hold hold) {
        return releases(hold, null);
    }

    Answer releases(Hold hold, @Nullable NodeName heir) {
        LossReason reason = heir == null ? LossReason.RELEASED : LossReason.TRANSFERRED;
        return store.release(List.of(new Parting(hold, reason, heir))).get(0);
    }

    @Override
    public void close() {
        store.close();
    }
}
