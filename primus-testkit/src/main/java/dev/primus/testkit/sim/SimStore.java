package dev.primus.testkit.sim;

import dev.primus.core.ClusterName;
import dev.primus.core.ElectionName;
import dev.primus.core.FencingToken;
import dev.primus.core.NodeId;
import dev.primus.core.spi.LeaseStore;
import dev.primus.core.spi.LeaseStores;
import dev.primus.core.spi.Ledger;
import dev.primus.core.spi.Pauses;
import dev.primus.core.spi.StoreSession;
import dev.primus.testkit.check.LeaseRow;
import dev.primus.testkit.check.StoreWitness;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A database in memory with the semantics of the SQL stores: one atomic statement at a time, judged by a server clock
 * that can be stepped or replaced, with row locks, history and candidates. It can be down, and it can be restored from
 * a backup. Safe for use from any thread.
 */
public final class SimStore implements LeaseStores {
    private final Timeline time;
    private final StoreRules rules;
    private final StoreWitness witness;
    private final Function<NodeId, Instant> wallOf;
    private final SimHints hints;
    private final Map<ClusterName, Shelf> shelves = new LinkedHashMap<>();
    private final List<SimSession> sessions = new ArrayList<>();
    private StoreClock clock = new StoreClock("db-1", Duration.ZERO);
    private int servers = 1;
    private int lineage;
    private int connections;
    private int falseHints;
    private boolean down;
    private @Nullable Map<ElectionName, LeaseRow> backup;

    public SimStore(
            Timeline time, StoreRules rules, StoreWitness witness, Function<NodeId, Instant> wallOf, SimHints hints) {
        this.time = time;
        this.rules = rules;
        this.witness = witness;
        this.wallOf = wallOf;
        this.hints = hints;
    }

    /** A store in real time, with hints that always arrive. */
    public static SimStore inRealTime() {
        return new SimStore(
                new RealTimeline(), new StoreRules(), StoreWitness.NOBODY, node -> Instant.now(), SimHints.PUSHED);
    }

    @Override
    public synchronized LeaseStore open(StoreSession session) {
        SimSession opened = new SimSession(this, session);
        sessions.add(opened);
        return opened;
    }

    @Override
    public Ledger ledger(ClusterName cluster) {
        return new SimLedger(this, cluster);
    }

    @Override
    public Pauses pauses(ClusterName cluster) {
        return new SimPauses(this, cluster);
    }

    synchronized void closed(SimSession session) {
        sessions.remove(session);
    }

    Shelf shelf(ClusterName cluster) {
        return shelves.computeIfAbsent(cluster, name -> new Shelf());
    }

    StoreRules rules() {
        return rules;
    }

    StoreWitness witness() {
        return witness;
    }

    Timeline time() {
        return time;
    }

    int lineage() {
        return lineage;
    }

    boolean isDown() {
        return down;
    }

    long micros() {
        return clock.micros(time.now());
    }

    /** By whose clock it is judged now. */
    String clockId() {
        return clock.id();
    }

    StoreMoment moment(StoreSession asker) {
        StoreMoment plain = new StoreMoment(
                micros(),
                clock.id(),
                asker.self(),
                asker.lease().toNanos() / 1000,
                asker.heirWindow().toNanos() / 1000,
                FencingToken.floorOf(lineage),
                () -> wallOf.apply(asker.self()));
        long judged = rules.clock(plain);
        return judged == plain.now() ? plain : plain.withNow(judged);
    }

    /** Somebody gave an election back: the others may hear of it. */
    void hint(ElectionName election) {
        hints.released(election, List.copyOf(sessions), time);
    }

    SimHints hints() {
        return hints;
    }

    /** Tells everybody that something may have changed, though nothing has; every other time of each election by name. */
    public synchronized void spuriousHint() {
        falseHints++;
        for (SimSession session : List.copyOf(sessions)) {
            if (falseHints % 2 == 0) {
                shelf(ClusterName.DEFAULT).leases.keySet().forEach(session::hintAt);
            } else {
                session.hintAtNothing();
            }
        }
    }

    /** What was on its way to the server as it was will never be carried out. */
    private void connectionsBreak() {
        connections++;
    }

    /** Changes whenever all connections have broken. */
    int connections() {
        return connections;
    }

    /** Nothing is answered any more; connections are refused. */
    public synchronized void goDown() {
        down = true;
        connectionsBreak();
    }

    public synchronized void comeUp() {
        down = false;
    }

    /** The server's clock jumps. */
    public synchronized void stepClock(Duration by) {
        clock.step(by);
    }

    /** Another server, with a clock of its own, takes over all data. */
    public synchronized void failOver(Duration ahead) {
        servers++;
        connectionsBreak();
        clock = new StoreClock("db-" + servers, ahead);
    }

    /** Remembers the leases as they are. */
    public synchronized void backUp() {
        backup = new TreeMap<>(shelf(ClusterName.DEFAULT).leases);
    }

    /** Forgets everything since the last backup; the operator does as told and raises the lineage, or forgets to. */
    public synchronized void restore(boolean raiseLineage) {
        if (backup != null) {
            shelf(ClusterName.DEFAULT).leases.putAll(backup);
            lineage += raiseLineage ? 1 : 0;
            connectionsBreak();
            witness.restored();
            if (!raiseLineage) {
                backup.forEach((election, row) -> witness.wentBack(election.value(), row.epoch()));
            }
        }
    }

    /** A row is locked by somebody else's transaction. */
    public synchronized void lock(ClusterName cluster, ElectionName election, Duration lasts) {
        shelf(cluster).lockedUntil.put(election, time.now() + lasts.toNanos());
    }

    /** A careless operator deletes an election's row. */
    public synchronized void delete(ClusterName cluster, ElectionName election) {
        shelf(cluster).leases.remove(election);
    }

    /** The row as it is. */
    public synchronized @Nullable LeaseRow row(String election) {
        return shelf(ClusterName.DEFAULT).leases.get(new ElectionName(election));
    }

    /** Whether a guarded transaction with this token would be let through by the term row. */
    public synchronized boolean guards(String election, long token) {
        LeaseRow row = row(election);
        return row != null && row.guardedTerm() == token;
    }
}
