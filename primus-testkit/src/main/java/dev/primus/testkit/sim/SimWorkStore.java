package dev.primus.testkit.sim;

import dev.primus.core.NodeId;
import dev.primus.core.NodeName;
import dev.primus.core.Term;
import dev.primus.core.spi.Attendance;
import dev.primus.core.spi.Attendance.State;
import dev.primus.core.spi.Catalogue;
import dev.primus.core.spi.Orders;
import dev.primus.core.spi.PlanStore;
import dev.primus.core.spi.Progress;
import dev.primus.core.spi.WorkerCard;
import dev.primus.core.spi.WorkerStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Workers, orders and what work there is, in memory, with the semantics of the SQL stores and judged by the clock of one. */
final class SimWorkStore {
    /** As in the SQL stores: by so much a lease may seem longer than it is without being doubted. */
    private static final long SET_BACK_MICROS = 60_000_000;

    private final SimStore store;
    private final WorkRules rules;
    private final Map<NodeName, Row> rows = new TreeMap<>();
    private final Map<NodeId, Orders> orders = new TreeMap<>();
    private @Nullable Term fence;
    private long revision;
    private Catalogue catalogue = Catalogue.EMPTY;

    /** A worker. */
    private static final class Row {
        private final WorkerCard card;
        private final long lease;
        private State state = State.ACTIVE;
        private Progress progress = Progress.NONE;
        private long expires;
        private String clock;

        Row(WorkerCard card, long lease, long now, String clock) {
            this.card = card;
            this.lease = lease;
            this.expires = now + lease;
            this.clock = clock;
        }
    }

    SimWorkStore(SimStore store, WorkRules rules) {
        this.store = store;
        this.rules = rules;
    }

    /** What is left of a lease. If another clock stamped it, or this one before it was set back, it counts in full from now on. */
    private long left(Row row) {
        boolean setBack = row.expires - store.micros() > row.lease + SET_BACK_MICROS;
        if (setBack || !row.clock.equals(store.clockId())) {
            row.clock = store.clockId();
            row.expires = store.micros() + row.lease;
        }
        return row.expires - store.micros();
    }

    void catalogue(Catalogue other) {
        catalogue = other;
    }

    Catalogue catalogue() {
        return catalogue;
    }

    void drain(NodeName worker, boolean draining) {
        Row row = rows.get(worker);
        if (row != null && (row.state == State.ACTIVE || row.state == State.DRAINING)) {
            row.state = draining ? State.DRAINING : State.ACTIVE;
        }
    }

    List<Attendance> attendance() {
        List<Attendance> all = new ArrayList<>();
        rows.values()
                .forEach(row ->
                        all.add(new Attendance(row.card, row.state, Duration.ofNanos(left(row) * 1000), row.progress)));
        return all;
    }

    // ---- for workers -----------------------------------------------------------------------------------------------

    WorkerStore forWorker(SimTrip trip) {
        return new WorkerStore() {
            @Override
            public Enlistment enlist(WorkerCard card, Duration lease) {
                return trip.call("enlist " + card.id(), () -> enlisted(card, lease));
            }

            @Override
            public CheckIn checkIn(NodeId worker, Progress progress) {
                return trip.call("check in " + worker + " " + progress, () -> checkedIn(worker, progress));
            }

            @Override
            public CheckIn look(NodeId worker, long seen) {
                return trip.call("look " + worker, () -> looked(worker, seen));
            }

            @Override
            public void drain(NodeId worker) {
                trip.call("drain " + worker, () -> drained(worker));
            }

            @Override
            public void signOff(NodeId worker) {
                trip.call("sign off " + worker, () -> signedOff(worker));
            }

            @Override
            public void close() {}
        };
    }

    private WorkerStore.Enlistment enlisted(WorkerCard card, Duration lease) {
        Row former = rows.get(card.id().name());
        long left = former == null ? 0 : left(former);
        boolean again = former != null && rules.mayCheckIn(former.card.id(), card.id(), former.state, left);
        if (former != null && !again && !rules.mayEnlist(former.state, left)) {
            return new WorkerStore.Enlistment(false, Duration.ofNanos(left * 1000));
        }
        rows.put(card.id().name(), new Row(card, lease.toNanos() / 1000, store.micros(), store.clockId()));
        return new WorkerStore.Enlistment(true, Duration.ZERO);
    }

    private WorkerStore.CheckIn checkedIn(NodeId worker, Progress progress) {
        Row row = rows.get(worker.name());
        if (row == null || !rules.mayCheckIn(row.card.id(), worker, row.state, left(row))) {
            return new WorkerStore.CheckIn(false, false, revision, null);
        }
        row.expires = store.micros() + row.lease;
        row.state = row.state == State.DRAINING ? State.DRAINING : State.ACTIVE;
        row.progress = progress;
        return looked(worker, progress.seen());
    }

    private WorkerStore.CheckIn looked(NodeId worker, long seen) {
        Row row = rows.get(worker.name());
        boolean alive = row != null && rules.mayCheckIn(row.card.id(), worker, row.state, left(row));
        Orders mine = orders.get(worker);
        return new WorkerStore.CheckIn(
                alive,
                row != null && row.state == State.DRAINING,
                revision,
                mine == null || mine.revision() <= seen ? null : mine);
    }

    private boolean drained(NodeId worker) {
        Row row = rows.get(worker.name());
        if (row != null && row.card.id().equals(worker) && row.state == State.ACTIVE) {
            row.state = State.DRAINING;
        }
        return true;
    }

    private boolean signedOff(NodeId worker) {
        Row row = rows.get(worker.name());
        if (row != null && row.card.id().equals(worker)) {
            row.state = State.GONE;
        }
        return true;
    }

    // ---- for coordinators ------------------------------------------------------------------------------------------

    PlanStore forCoordinator(SimTrip trip) {
        return new PlanStore() {
            @Override
            public Mustered muster(Term term) {
                return trip.call("muster " + term, () -> mustered(term));
            }

            @Override
            public List<Attendance> attendance() {
                return trip.call("attendance", SimWorkStore.this::attendance);
            }

            @Override
            public Catalogue catalogue() {
                return trip.call("catalogue", SimWorkStore.this::catalogue);
            }

            @Override
            public long catalogueVersion() {
                return trip.call("catalogue's version", () -> catalogue.version());
            }

            @Override
            public List<NodeId> bury(List<NodeId> silent) {
                return trip.call("bury " + silent, () -> buried(silent));
            }

            @Override
            public boolean command(Term term, long after, Collection<Orders> changed, Collection<NodeId> struck) {
                return trip.call(
                        "command " + changed + ", struck " + struck, () -> commanded(term, after, changed, struck));
            }

            @Override
            public void close() {}
        };
    }

    private PlanStore.Mustered mustered(Term term) {
        if (!rules.mayMuster(fence, term)) {
            return new PlanStore.Mustered(true, revision, List.of());
        }
        fence = term;
        return new PlanStore.Mustered(false, revision, List.copyOf(orders.values()));
    }

    private List<NodeId> buried(List<NodeId> silent) {
        List<NodeId> dead = new ArrayList<>();
        for (NodeId worker : silent) {
            Row row = rows.get(worker.name());
            if (row != null && row.card.id().equals(worker)) {
                if (rules.mayBury(row.state, left(row))) {
                    row.state = State.DEAD;
                }
                if (row.state == State.DEAD) {
                    dead.add(worker);
                }
            }
        }
        return dead;
    }

    private boolean commanded(Term term, long after, Collection<Orders> changed, Collection<NodeId> struck) {
        if (!rules.mayCommand(fence, term, revision, after)) {
            return false;
        }
        revision = Math.max(revision, after) + 1;
        struck.forEach(orders::remove);
        changed.forEach(each -> orders.put(each.worker(), each));
        return true;
    }
}
