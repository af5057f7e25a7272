package dev.primus.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.primus.Election;
import dev.primus.Primus;
import dev.primus.core.ClusterName;
import dev.primus.core.LeaseTiming;
import dev.primus.core.NodeName;
import dev.primus.core.partition.TaskList;
import dev.primus.core.partition.TaskListName;
import dev.primus.core.spi.Catalogue;
import dev.primus.core.spi.PlanStore;
import dev.primus.core.spi.WorkBooks;
import dev.primus.worker.Allocator;
import dev.primus.worker.Worker;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** A node with an allocator and a worker on one HikariCP pool. */
abstract class ConnectionPoolScenarios {
    private static final ClusterName CLUSTER = ClusterName.DEFAULT;
    private static final LeaseTiming TIMING = LeaseTiming.of(Duration.ofSeconds(2));
    private static final TaskListName JOBS = new TaskListName("billing/jobs");
    private static final int PARTITIONS = 4;

    private final Logger logger = (Logger) LoggerFactory.getLogger("dev.primus");
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();

    abstract DataSource database();

    @BeforeEach
    void listen() {
        log.start();
        logger.addAppender(log);
    }

    @AfterEach
    void stopListening() {
        logger.detachAppender(log);
    }

    private HikariDataSource poolOf(int size) {
        HikariConfig config = new HikariConfig();
        config.setDataSource(database());
        config.setMaximumPoolSize(size);
        config.setMinimumIdle(0);
        return new HikariDataSource(config);
    }

    @Test
    @DisplayName("U7 a pool of four carries leader, allocator, worker and hints: one term, and a drain takes effect")
    void poolOfFour() throws Exception {
        AtomicInteger terms = new AtomicInteger();
        try (WorkBooks setup =
                JdbcStore.on(database()).tablePrefix("pool4_").createSchema().work(CLUSTER, Duration.ofSeconds(5))) {
            setup.define(new Catalogue.Entry(TaskList.of(JOBS.value(), PARTITIONS), true));
        }
        try (HikariDataSource pool = poolOf(4)) {
            JdbcStore store = JdbcStore.on(pool).tablePrefix("pool4_").createSchema();
            try (Primus primus = Primus.builder()
                            .node("core-1")
                            .store(store)
                            .timing(TIMING)
                            .build();
                    PlanStore plans = store.plans(CLUSTER, TIMING.ioTimeout());
                    WorkBooks books = store.work(CLUSTER, TIMING.ioTimeout())) {
                Election election = primus.election("coordinator")
                        .duty("terms", leadership -> {
                            terms.incrementAndGet();
                            leadership.sleep(Duration.ofMinutes(5));
                        })
                        .duty("partitions", Allocator.over(plans).every(Duration.ofMillis(200)))
                        .join();
                try (Worker worker =
                        Worker.named("w1").timing(TIMING).join(store.workers(CLUSTER, TIMING.ioTimeout()))) {
                    await().atMost(Duration.ofSeconds(15)).until(() -> owned(worker) == PARTITIONS);
                    await().during(TIMING.lease().multipliedBy(2))
                            .atMost(TIMING.lease().multipliedBy(3))
                            .until(() -> election.isLeader() && owned(worker) == PARTITIONS);
                    assertThat(books.drain(new NodeName("w1"), true)).isTrue();
                    try (Worker elsewhere = Worker.named("w2")
                            .timing(TIMING)
                            .join(JdbcStore.on(database())
                                    .tablePrefix("pool4_")
                                    .workers(CLUSTER, TIMING.ioTimeout()))) {
                        await().atMost(Duration.ofSeconds(10))
                                .until(() -> worker.isDraining() && owned(elsewhere) == PARTITIONS);
                    }
                }
            }
        }
        assertThat(terms).hasValue(1);
        assertThat(messages()).noneMatch(line -> line.contains("pool") || line.contains("no connection"));
    }

    @Test
    @DisplayName("U7 a pool of three is warned about with the number needed, and costs only the hints")
    void poolOfThree() throws Exception {
        try (HikariDataSource pool = poolOf(3)) {
            JdbcStore store = JdbcStore.on(pool).tablePrefix("pool3_").createSchema();
            try (Primus primus = Primus.builder()
                            .node("core-1")
                            .store(store)
                            .timing(TIMING)
                            .build();
                    PlanStore plans = store.plans(CLUSTER, TIMING.ioTimeout())) {
                Worker worker = Worker.named("w1").timing(TIMING).join(store.workers(CLUSTER, TIMING.ioTimeout()));
                try (worker) {
                    assertThat(messages())
                            .anyMatch(line -> line.contains("at most 3 connections")
                                    && line.contains("Primus needs 4")
                                    && line.contains("raise the maximum pool size"));
                }
            }
        }
    }

    @Test
    @DisplayName("U7 a worker that gets no connection from the pool says so, with the number needed")
    void poolOfTwo() throws Exception {
        try (HikariDataSource pool = poolOf(2)) {
            JdbcStore store =
                    JdbcStore.on(pool).tablePrefix("pool2_").createSchema().hints(false);
            try (Primus primus =
                    Primus.builder().node("core-1").store(store).timing(TIMING).build()) {
                Election election = primus.election("coordinator").join();
                assertThat(election.awaitLeadership(Duration.ofSeconds(15))).isTrue();
                await().atMost(Duration.ofSeconds(5))
                        .until(() -> pool.getHikariPoolMXBean().getActiveConnections() == 2);
                try (Worker worker =
                        Worker.named("w1").timing(TIMING).join(store.workers(CLUSTER, TIMING.ioTimeout()))) {
                    await().atMost(Duration.ofSeconds(10))
                            .until(() -> messages().stream()
                                    .anyMatch(line -> line.contains("cannot enlist worker")
                                            && line.contains("the connection pool is exhausted")
                                            && line.contains("Primus needs 3")));
                    assertThat(election.isLeader()).isTrue();
                }
            }
        }
    }

    private List<String> messages() {
        synchronized (log) {
            return List.copyOf(log.list).stream()
                    .map(ILoggingEvent::getFormattedMessage)
                    .toList();
        }
    }

    private static int owned(Worker worker) {
        return (int) IntStream.range(0, PARTITIONS)
                .filter(partition -> worker.owns(JOBS, partition))
                .count();
    }
}
