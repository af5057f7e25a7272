package dev.primus.benchmarks.peer;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.recipes.leader.LeaderLatch;
import org.apache.curator.framework.recipes.leader.LeaderLatchListener;
import org.apache.curator.retry.ExponentialBackoffRetry;
import org.apache.curator.test.TestingServer;

/** Curator's LeaderLatch on a real ZooKeeper server; session 10 s. */
public final class CuratorPeer implements Peer {
    private static final String PATH = "/bench";

    private record Led(int candidate, long nanos) {}

    private final TestingServer server;
    private final List<CuratorFramework> clients = new ArrayList<>();
    private final List<LeaderLatch> latches = new ArrayList<>();
    private final BlockingQueue<Led> led = new LinkedBlockingQueue<>();
    private Led leader;

    public CuratorPeer() throws Exception {
        System.setProperty("zookeeper.admin.enableServer", "false");
        server = new TestingServer();
        for (int i = 0; i < 3; i++) {
            CuratorFramework client = CuratorFrameworkFactory.newClient(
                    server.getConnectString(), 10_000, 5_000, new ExponentialBackoffRetry(1000, 3));
            client.start();
            clients.add(client);
            latches.add(latch(i));
        }
        leader = await();
    }

    private LeaderLatch latch(int candidate) throws Exception {
        LeaderLatch latch = new LeaderLatch(clients.get(candidate), PATH, "n" + candidate);
        latch.addListener(new LeaderLatchListener() {
            @Override
            public void isLeader() {
                led.add(new Led(candidate, System.nanoTime()));
            }

            @Override
            public void notLeader() {}
        });
        latch.start();
        return latch;
    }

    private Led await() throws InterruptedException {
        Led next = led.poll(30, TimeUnit.SECONDS);
        if (next == null) {
            throw new IllegalStateException("nobody leads");
        }
        return next;
    }

    @Override
    public long handOver() throws Exception {
        int former = leader.candidate();
        long start = System.nanoTime();
        latches.get(former).close();
        leader = await();
        latches.set(former, latch(former));
        return leader.nanos() - start;
    }

    @Override
    public void close() throws Exception {
        for (LeaderLatch latch : latches) {
            latch.close();
        }
        clients.forEach(CuratorFramework::close);
        server.close();
    }
}
