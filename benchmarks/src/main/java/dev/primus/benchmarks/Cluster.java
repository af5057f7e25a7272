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
    private String name = "";

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
        name = cluster;
        for (int i = nodes.size(); i < size; i++) {
            nodes.add(open(ground, i));
            elections.add(join(i, electionCount));
        }
    }

    private Primus open(Ground ground, int number) {
        return ground.under(Primus.builder().node("node-" + number).cluster(name), number)
                .build();
    }

    private List<Election> join(int number, int electionCount) {
        List<Election> joined = new ArrayList<>();
        for (int e = 0; e < electionCount; e++) {
            joined.add(nodes.get(number)
                    .election("bench/" + e)
                    .onChange(change -> heard(number, change))
                    .join());
        }
        return joined;
    }

    /** Another node in the place of one that was closed. */
    void reopen(Ground ground, int number) {
        int electionCount = elections.get(number).size();
        nodes.set(number, open(ground, number));
        elections.set(number, join(number, electionCount));
    }

    /** Waits until every node has all nodes in its view. */
    void awaitMembers() throws InterruptedException {
        for (int i = 0; i < 300; i++) {
            boolean met = nodes.stream()
                    .allMatch(
                            node -> node.peers().orElseThrow().view().members().size() == nodes.size());
            if (met) {
                return;
            }
            TimeUnit.MILLISECONDS.sleep(100);
        }
        throw new IllegalStateException("the nodes have not met");
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
