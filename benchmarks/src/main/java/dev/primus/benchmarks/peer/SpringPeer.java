package dev.primus.benchmarks.peer;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.springframework.integration.jdbc.lock.DefaultLockRepository;
import org.springframework.integration.jdbc.lock.JdbcLockRegistry;
import org.springframework.integration.leader.Context;
import org.springframework.integration.leader.DefaultCandidate;
import org.springframework.integration.support.leader.LockRegistryLeaderInitiator;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;

/** Spring Integration's leader initiator over its JDBC lock registry, stock settings (TTL 10 s). */
public final class SpringPeer implements Peer {
    private record Led(Context context, long nanos) {}

    private final List<LockRegistryLeaderInitiator> initiators = new ArrayList<>();
    private final BlockingQueue<Led> led = new LinkedBlockingQueue<>();
    private Led leader;

    public SpringPeer(DataSource source) throws Exception {
        new JdbcTemplate(source)
                .execute("CREATE TABLE INT_LOCK (LOCK_KEY CHAR(36) NOT NULL, REGION VARCHAR(100) NOT NULL,"
                        + " CLIENT_ID CHAR(36), CREATED_DATE TIMESTAMP NOT NULL, EXPIRED_AFTER TIMESTAMP NULL,"
                        + " PRIMARY KEY (LOCK_KEY, REGION))");
        for (int i = 0; i < 3; i++) {
            DefaultLockRepository repository = new DefaultLockRepository(source);
            repository.setTransactionManager(new DataSourceTransactionManager(source));
            repository.afterPropertiesSet();
            repository.afterSingletonsInstantiated();
            LockRegistryLeaderInitiator initiator =
                    new LockRegistryLeaderInitiator(new JdbcLockRegistry(repository), new Told("n" + i));
            initiator.start();
            initiators.add(initiator);
        }
        leader = await();
    }

    private final class Told extends DefaultCandidate {
        Told(String id) {
            super(id, "bench");
        }

        @Override
        public void onGranted(Context context) {
            led.add(new Led(context, System.nanoTime()));
        }
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
        long start = System.nanoTime();
        leader.context().yield();
        leader = await();
        return leader.nanos() - start;
    }

    @Override
    public void close() {
        initiators.forEach(LockRegistryLeaderInitiator::stop);
    }
}
