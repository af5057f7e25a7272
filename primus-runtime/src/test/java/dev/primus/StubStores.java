package dev.primus;

import dev.primus.core.ClusterName;
import dev.primus.core.ElectionName;
import dev.primus.core.NodeId;
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
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A store for one node, in memory: grants whatever is asked for, unless somebody else leads or it is away. */
public final class StubStores implements LeaseStores {
    private static final NodeId OTHER = NodeId.of("other", "00000001");

    private final AtomicLong epoch = new AtomicLong(1);
    private volatile boolean away;
    private volatile boolean otherLeads;
    private volatile StoreTime clock = new StoreTime(0);

    /** Nothing is answered any more. */
    public StubStores goAway() {
        away = true;
        return this;
    }

    public StubStores otherLeads(boolean leads) {
        otherLeads = leads;
        return this;
    }

    public StubStores clockShows(StoreTime time) {
        clock = time;
        return this;
    }

    @Override
    public LeaseStore open(StoreSession session) {
        return new Store(session.lease());
    }

    @Override
    public Ledger ledger(ClusterName cluster) {
        throw new UnsupportedOperationException();
    }

    private final class Store implements LeaseStore {
        private final Duration lease;

        private Store(Duration lease) {
            this.lease = lease;
        }

        @Override
        public List<Answer> enroll(List<Enrolment> enrolments) {
            return look(enrolments.stream().map(Enrolment::election).toList());
        }

        @Override
        public List<Answer> look(List<ElectionName> elections) {
            return elections.stream()
                    .map(name -> away ? unknown(name) : Answer.seen(row(name)))
                    .toList();
        }

        @Override
        public List<Answer> acquire(List<Bid> bids) {
            return bids.stream().map(this::acquire).toList();
        }

        private Answer acquire(Bid bid) {
            if (away) {
                return unknown(bid.election());
            }
            epoch.set(bid.token().value());
            return Answer.yes(bid.election());
        }

        @Override
        public List<Answer> renew(List<Hold> holds) {
            return holds.stream().map(hold -> granted(hold.election())).toList();
        }

        @Override
        public List<Answer> release(List<Parting> partings) {
            return partings.stream().map(parting -> granted(parting.election())).toList();
        }

        @Override
        public void listen(Consumer<Hint> hints) {}

        @Override
        public void close() {}

        private Answer granted(ElectionName name) {
            return away ? unknown(name) : Answer.yes(name);
        }

        private Answer unknown(ElectionName name) {
            return Answer.unknown(name, "planted");
        }

        private Sighting row(ElectionName name) {
            @Nullable NodeId holder = otherLeads ? OTHER : null;
            return new Sighting(
                    name,
                    holder,
                    epoch.get(),
                    0,
                    otherLeads ? "nonce" : "",
                    otherLeads ? lease : Duration.ZERO,
                    lease,
                    clock,
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
