package dev.primus.testkit.sim;

import dev.primus.core.ClusterName;
import dev.primus.core.ElectionName;
import dev.primus.core.StoreTime;
import dev.primus.core.spi.CandidateRecord;
import dev.primus.core.spi.Enrolment;
import dev.primus.core.spi.Ledger;
import dev.primus.core.spi.Sighting;
import dev.primus.core.spi.StoreException;
import dev.primus.core.spi.TermRecord;
import dev.primus.testkit.check.LeaseRow;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** The books of a {@link SimStore}. */
final class SimLedger implements Ledger {
    /** So many leases of silence and a candidate does not count any more. */
    private static final int SILENT_LEASES = 3;

    private final SimStore store;
    private final ClusterName cluster;

    SimLedger(SimStore store, ClusterName cluster) {
        this.store = store;
        this.cluster = cluster;
    }

    static Sighting sighting(ElectionName election, LeaseRow row, long now, String readBy, int lineage) {
        return new Sighting(
                election,
                row.holder(),
                row.epoch(),
                row.renewals(),
                row.nonce(),
                micros(row.expires() == 0 ? 0 : row.expires() - now),
                micros(row.lease()),
                new StoreTime(now),
                readBy,
                row.stampedBy().isEmpty() ? readBy : row.stampedBy(),
                row.heir(),
                micros(row.heirLeft(now, readBy)),
                lineage,
                row.since(),
                row.pause());
    }

    private static Duration micros(long micros) {
        return Duration.ofNanos(micros * 1000);
    }

    @Override
    public List<Sighting> elections() {
        synchronized (store) {
            List<Sighting> seen = new ArrayList<>();
            shelf().leases
                    .forEach((election, row) ->
                            seen.add(sighting(election, row, store.micros(), row.stampedBy(), store.lineage())));
            return seen;
        }
    }

    @Override
    public List<TermRecord> latest(List<ElectionName> elections) {
        synchronized (store) {
            return new TreeSet<>(elections)
                    .stream().flatMap(election -> history(election, 1).stream()).toList();
        }
    }

    @Override
    public List<TermRecord> history(ElectionName election, int most) {
        synchronized (store) {
            return shelf().history.getOrDefault(election, new ArrayDeque<>()).stream()
                    .limit(most)
                    .toList();
        }
    }

    @Override
    public List<CandidateRecord> candidates(List<ElectionName> elections) {
        synchronized (store) {
            return new TreeSet<>(elections)
                    .stream().flatMap(election -> candidates(election).stream()).toList();
        }
    }

    private List<CandidateRecord> candidates(ElectionName election) {
        List<CandidateRecord> found = new ArrayList<>();
        shelf().candidates.getOrDefault(election, Map.of()).forEach((node, candidate) -> {
            Duration silent = micros(store.micros() - candidate.seen());
            boolean alive = candidate.part() != Enrolment.Part.GONE
                    && silent.compareTo(micros(candidate.lease() * SILENT_LEASES)) < 0;
            found.add(new CandidateRecord(election, node, candidate.part(), silent, alive));
        });
        found.sort((a, b) -> a.node().compareTo(b.node()));
        return found;
    }

    private Shelf shelf() {
        if (store.isDown()) {
            throw new StoreException("the store is down: start it");
        }
        return store.shelf(cluster);
    }

    @Override
    public void close() {
        // nothing is held open
    }
}
