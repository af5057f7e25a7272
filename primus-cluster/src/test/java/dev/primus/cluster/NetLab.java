package dev.primus.cluster;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;

/** Nodes on hosts of a network of their own, each a process of {@link PeerProcess}. */
final class NetLab implements AutoCloseable {
    private final dev.primus.testkit.net.NetLab net;
    private final int hosts;
    private final List<Child> children = new ArrayList<>();

    private NetLab(dev.primus.testkit.net.NetLab net, int hosts) {
        this.net = net;
        this.hosts = hosts;
    }

    /** Skips the test, saying why, where namespaces are not permitted. */
    static NetLab of(int hosts) {
        try {
            return new NetLab(dev.primus.testkit.net.NetLab.of(hosts), hosts);
        } catch (UnsupportedOperationException e) {
            return Assumptions.abort(e.getMessage());
        }
    }

    /** A node {@code n0}, {@code n1}… on the host of that number, with a stack of {@link PeerProcess}. */
    Child start(int host, String stack) {
        List<String> peers = new ArrayList<>();
        for (int other = 0; other < hosts; other++) {
            peers.add(dev.primus.testkit.net.NetLab.ip(other) + ":7800");
        }
        Child child = Child.start(net.on(host), "n" + host, peers.get(host), String.join(",", peers), stack);
        children.add(child);
        return child;
    }

    void cut(int host) {
        net.cut(host);
    }

    void heal(int host) {
        net.heal(host);
    }

    @Override
    public void close() {
        children.forEach(Child::close);
        net.close();
    }
}
