package dev.primus.benchmarks;

import dev.primus.Change;
import dev.primus.Election;
import dev.primus.Primus;
import dev.primus.core.ElectionName;
import dev.primus.core.LeaseTiming;
import dev.primus.jdbc.JdbcStore;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Several nodes in this JVM, each with threads, connections and beats of its own, as separate processes would have. */
final class Cluster implements AutoCloseable {

    /** Somebody was told that it leads. */
    record Grant(int node, ElectionName election, long token, long nanos) {}

    private final List<Primus> nodes = new ArrayList<>();
    private final List<List<Election>> elections = new ArrayList<>();
    private final BlockingQueue<Grant> grants = new LinkedBlockingQueue<>();

    /** What nodes stand on: a store, or each other. */
    interface Ground {
        Primus.Builder under(Primus.Builder node, int number);
    }

    Cluster(JdbcStore store, LeaseTiming timing, String cluster, int size, int electionCount) {
        addNodes(on(store, timing), cluster, size, electionCount);
    }

    Cluster(Ground ground, String cluster, int size) {
        addNodes(ground, cluster, size, 1);
    }

    private static Ground on(JdbcStore store, LeaseTiming timing) {
        return (node, number) -> node.store(store).timing(timing);
    }

    /** The first node leads everything before the others come in. */
    static Cluster ledByOne(JdbcStore store, LeaseTiming timing, String cluster, int size, int electionCount)
            throws InterruptedException {
        Cluster led = new Cluster(store, timing, cluster, 1, electionCount);
        for (int i = 0; i < electionCount; i++) {
            led.nextGrant(60);
        }
        led.addNodes(on(store, timing), cluster, size, electionCount);
        return led;
    }

    private void addNodes(Ground ground, String cluster, int size, int electionCount) {
        for (int i = nodes.size(); i < size; i++) {
            int number = i;
            Primus node = ground.under(Primus.builder().node("node-" + i).cluster(cluster), i)
                    .build();
            nodes.add(node);
            List<Election> joined = new ArrayList<>();
            for (int e = 0; e < electionCount; e++) {
                joined.add(node.election("bench/" + e)
                        .onChange(change -> heard(number, change))
                        .join());
            }
            elections.add(joined);
        }
    }

    private void heard(int node, Change change) {
        if (change instanceof Change.Granted granted) {
            grants.add(new Grant(node, granted.election(), granted.leadership().token(), System.nanoTime()));
        }
    }

    Grant nextGrant(long seconds) throws InterruptedException {
        Grant grant = grants.poll(seconds, TimeUnit.SECONDS);
        if (grant == null) {
            throw new IllegalStateException("nobody leads within " + seconds + " s");
        }
        return grant;
    }

    /** Whether somebody has become leader who was not heard of yet. */
    boolean hasNews() {
        return !grants.isEmpty();
    }

    Primus node(int number) {
        return nodes.get(number);
    }

    Election election(int node, int number) {
        return elections.get(node).get(number);
    }

    @Override
    public void close() {
        nodes.forEach(Primus::close);
    }
}
