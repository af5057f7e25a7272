package dev.primus.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.ClusterName;
import dev.primus.core.ElectionName;
import dev.primus.core.FencingToken;
import dev.primus.core.LossReason;
import dev.primus.core.NodeId;
import dev.primus.core.spi.Bid;
import dev.primus.core.spi.Enrolment;
import dev.primus.core.spi.Hold;
import dev.primus.core.spi.LeaseStore;
import dev.primus.core.spi.Parting;
import dev.primus.core.spi.Sighting;
import dev.primus.core.spi.StoreSession;
import dev.primus.core.spi.Verdict;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import javax.sql.DataSource;

/** A candidate that does what the test says, one verb at a time. */
record Rival(LeaseStore store, ElectionName election, String name) implements AutoCloseable {
    static Rival enrol(DataSource source, ElectionName election, String name) {
        LeaseStore store = JdbcStore.on(source)
                .hints(false)
                .open(new StoreSession(
                        ClusterName.DEFAULT,
                        NodeId.of(name, "0001"),
                        Duration.ofSeconds(60),
                        Duration.ofSeconds(2),
                        Duration.ofMillis(500),
                        Duration.ofSeconds(1)));
        store.enroll(List.of(new Enrolment(election, Enrolment.Part.CANDIDATE)));
        return new Rival(store, election, name);
    }

    /** One try; empty if it was not won. */
    Optional<Hold> bid() {
        Sighting seen =
                Objects.requireNonNull(store.look(List.of(election)).get(0).seen());
        long next = Math.max(seen.epoch(), FencingToken.floorOf(seen.lineage())) + 1;
        Bid bid = new Bid(
                election,
                seen.epoch(),
                seen.renewals(),
                new FencingToken(next),
                UUID.randomUUID().toString());
        boolean won = store.acquire(List.of(bid)).get(0).verdict() == Verdict.YES;
        return won ? Optional.of(bid.hold()) : Optional.empty();
    }

    Reign reign(Hold hold) {
        return Reign.of(election, name, hold.token().value());
    }

    Verdict renew(Hold hold) {
        return store.renew(List.of(hold)).get(0).verdict();
    }

    /** The lease is free from here on, so that nothing but a guard can hold a successor up. */
    void release(Hold hold) {
        assertThat(store.release(List.of(new Parting(hold, LossReason.RELEASED, null)))
                        .get(0)
                        .verdict())
                .isEqualTo(Verdict.YES);
    }

    @Override
    public void close() {
        store.close();
    }
}
