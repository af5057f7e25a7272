package dev.primus.benchmarks.peer;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.recipes.leader.LeaderLatch;
import org.apache.curator.framework.recipes.leader.LeaderLatchListener;
import org.apache.curator.retry.ExponentialBackoffRetry;

/** Many latches on a few clients, the first of which leads them all; the server is a process of its own. */
public final class CuratorAtRest implements AutoCloseable {
    private final ZooKeeperProcess server = ZooKeeperProcess.start();
    private final List<CuratorFramework> clients = new ArrayList<>();

    public CuratorAtRest(int clientCount, int latchCount) throws Exception {
        CountDownLatch led = new CountDownLatch(latchCount);
        for (int i = 0; i < clientCount; i++) {
            CuratorFramework client = CuratorFrameworkFactory.newClient(
                    server.address(), 10_000, 5_000, new ExponentialBackoffRetry(1000, 3));
            client.start();
            clients.add(client);
            for (int n = 0; n < latchCount; n++) {
                LeaderLatch latch = new LeaderLatch(client, "/bench/" + n, "n" + i);
                latch.addListener(new Told(led));
                latch.start();
            }
            if (!led.await(60, TimeUnit.SECONDS)) {
                throw new IllegalStateException("nobody leads");
            }
        }
    }

    private record Told(CountDownLatch led) implements LeaderLatchListener {
        @Override
        public void isLeader() {
            led.countDown();
        }

        @Override
        public void notLeader() {}
    }

    public Long requests() throws Exception {
        return server.received();
    }

    @Override
    public void close() throws Exception {
        clients.forEach(CuratorFramework::close);
        server.close();
    }
}
