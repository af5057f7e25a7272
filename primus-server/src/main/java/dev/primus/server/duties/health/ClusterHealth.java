package dev.primus.server.duties.health;

import dev.primus.ClusterFinding;
import dev.primus.Leadership;
import dev.primus.Peers;
import dev.primus.Primus;
import dev.primus.core.ElectionName;
import dev.primus.core.NodeId;
import dev.primus.core.spi.CandidateRecord;
import dev.primus.core.spi.Enrolment;
import dev.primus.core.spi.Ledger;
import dev.primus.core.spi.Sighting;
import dev.primus.core.spi.StoreException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Watches who is there: every node for itself, by views of its peers or by the store's candidates; and the coordinator,
 * as a {@linkplain #watch duty}, tells it to its feed. Safe for use from any thread.
 */
public final class ClusterHealth {
    private final Primus primus;
    private final Duration every;
    private final InstantSource clock;
    private final HealthWatch watch;
    private final @Nullable Peers peers;
    private @Nullable BlockingQueue<HealthWatch.News> news;

    private ClusterHealth(Primus primus, Duration every, int expected, InstantSource clock) {
        this.primus = primus;
        this.every = every;
        this.clock = clock;
        this.watch = new HealthWatch(expected);
        this.peers = primus.peers().orElse(null);
        if (peers != null) {
            peers.onView(view -> take(Look.of(Set.copyOf(view.members()))));
        }
    }

    /**
     * Watches from now on.
     *
     * @param every how often the coordinator looks, beside when a view changes
     * @param expected how many nodes there should be; 0 if that is not known
     */
    public static ClusterHealth of(Primus primus, Duration every, int expected) {
        return new ClusterHealth(primus, every, expected, InstantSource.system());
    }

    /** The duty: looks and tells for as long as this node leads. */
    public void watch(Leadership leadership) throws InterruptedException {
        BlockingQueue<HealthWatch.News> found = new LinkedBlockingQueue<>();
        look();
        synchronized (watch) {
            news = found;
            found.add(watch.verdict());
        }
        try {
            while (leadership.sleep(Duration.ZERO)) {
                HealthWatch.News next = found.poll(every.toMillis(), TimeUnit.MILLISECONDS);
                if (next == null) {
                    look();
                } else {
                    primus.note(new ClusterFinding(leadership.election(), next.kind(), next.details()));
                }
            }
        } finally {
            synchronized (watch) {
                news = null;
            }
        }
    }

    private void look() {
        take(peers != null ? Look.of(Set.copyOf(peers.view().members())) : byStore());
    }

    /** What it means is told if this node coordinates, and remembered in any case. */
    private void take(Look seen) {
        synchronized (watch) {
            List<HealthWatch.News> meant = watch.look(seen, clock.millis());
            if (news != null) {
                news.addAll(meant);
            }
        }
    }

    /** Looks once more. */
    public HealthReport report() {
        look();
        synchronized (watch) {
            return watch.report();
        }
    }

    private Look byStore() {
        try (Ledger books = primus.ledger()) {
            List<ElectionName> elections =
                    books.elections().stream().map(Sighting::election).toList();
            return byCandidates(books.candidates(elections));
        } catch (StoreException e) {
            return Look.failed(String.valueOf(e.getMessage()));
        }
    }

    /** Of several incarnations of a node that are not alive the one that showed itself last counts. */
    static Look byCandidates(List<CandidateRecord> candidates) {
        Set<NodeId> up = new HashSet<>();
        Map<NodeId, CandidateRecord> silent = new HashMap<>();
        for (CandidateRecord one : candidates) {
            if (one.alive()) {
                up.add(one.node());
            } else {
                silent.merge(one.node(), one, (known, other) -> known.part() == Enrolment.Part.GONE ? other : known);
            }
        }
        silent.keySet().removeAll(up);
        Set<NodeId> left = new HashSet<>();
        Set<NodeId> down = new HashSet<>();
        silent.values().stream()
                .sorted(Comparator.comparing(CandidateRecord::silentFor).reversed())
                .filter(one -> one.silentFor().compareTo(HealthWatch.FORGET) < 0)
                .forEach(one -> (one.part() == Enrolment.Part.GONE ? left : down).add(one.node()));
        Set<Object> later = new HashSet<>();
        left.forEach(node -> later.add(node.name()));
        down.removeIf(node -> later.contains(node.name()));
        return new Look(up, down, left, "");
    }
}
