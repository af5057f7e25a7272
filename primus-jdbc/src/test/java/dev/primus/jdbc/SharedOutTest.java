package dev.primus.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.primus.Primus;
import dev.primus.core.ClusterName;
import dev.primus.core.LeaseTiming;
import dev.primus.core.NodeName;
import dev.primus.core.partition.Lot;
import dev.primus.core.partition.TaskList;
import dev.primus.core.partition.TaskListName;
import dev.primus.core.spi.Catalogue;
import dev.primus.core.spi.PlanStore;
import dev.primus.core.spi.WorkBooks;
import dev.primus.worker.Allocator;
import dev.primus.worker.Worker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("A leader shares work out over workers, on real threads and in a real file")
class SharedOutTest {
    private static final ClusterName CLUSTER = ClusterName.DEFAULT;
    private static final Duration TIMEOUT = Duration.ofSeconds(1);
    private static final LeaseTiming TIMING = LeaseTiming.of(Duration.ofSeconds(2));
    private static final TaskListName JOBS = new TaskListName("billing/jobs");
    private static final int PARTITIONS = 10;

    @TempDir
    Path folder;

    private JdbcStore store;
    private Primus primus;
    private PlanStore plans;
    private WorkBooks books;
    private final List<String> told = new CopyOnWriteArrayList<>();

    @BeforeEach
    void begin() {
        store = JdbcStore.sqlite(folder.resolve("work.db"));
        primus = Primus.builder().node("core-1").store(store).timing(TIMING).build();
        plans = store.plans(CLUSTER, TIMEOUT);
        books = store.work(CLUSTER, TIMEOUT);
        books.define(new Catalogue.Entry(TaskList.of(JOBS.value(), PARTITIONS), true));
        primus.election("coordinator")
                .duty("partitions", Allocator.over(plans).every(Duration.ofMillis(200)))
                .join();
    }

    @AfterEach
    void end() {
        primus.close();
        plans.close();
        books.close();
    }

    private Worker worker(String name) {
        return Worker.named(name)
                .timing(TIMING)
                .onAssigned(lot -> told.add(name + " +" + lot.size()))
                .onRevoked(lot -> told.add(name + " -" + lot.size()))
                .onLost(lot -> told.add(name + " lost " + lot.size()))
                .join(store.workers(CLUSTER, TIMEOUT));
    }

    private static int owned(Worker worker) {
        return (int) java.util.stream.IntStream.range(0, PARTITIONS)
                .filter(partition -> worker.owns(JOBS, partition))
                .count();
    }

    private static void awaitOwned(Worker worker, int wanted) {
        await().atMost(Duration.ofSeconds(15)).until(() -> owned(worker) == wanted);
    }

    @Test
    @DisplayName(
            "a callback that leaves its thread interrupted lets go of what it was asked for, and its worker can be closed")
    void interruptedCallback() {
        Worker first = Worker.named("w1")
                .timing(TIMING)
                .onRevoked(lot -> Thread.currentThread().interrupt())
                .join(store.workers(CLUSTER, TIMEOUT));
        awaitOwned(first, 10);
        try (Worker second = worker("w2")) {
            awaitOwned(second, 5);
            first.close();
            awaitOwned(second, 10);
        }
        assertThat(told).noneMatch(line -> line.contains("lost"));
    }

    @Test
    @Tag("P1")
    @Tag("P4")
    @DisplayName("one has all, two have half each, and who leaves gives back what it had at once")
    void comeAndGo() {
        try (Worker first = worker("w1")) {
            awaitOwned(first, 10);
            long before = first.generation(JOBS, 0);
            assertThat(before).isPositive();
            Worker second = worker("w2");
            awaitOwned(second, 5);
            awaitOwned(first, 5);
            long begun = System.nanoTime();
            second.close();
            assertThat(second.lots().isEmpty()).isTrue();
            awaitOwned(first, 10);
            assertThat(Duration.ofNanos(System.nanoTime() - begun))
                    .as("nobody waits for its lease")
                    .isLessThan(TIMING.lease());
        }
        assertThat(told).containsSubsequence("w1 +10", "w1 -5", "w2 +5", "w2 -5", "w1 +5", "w1 -5");
        assertThat(told).noneMatch(line -> line.contains("lost"));
    }

    @Test
    @Tag("P5")
    @DisplayName("what takes long to finish is waited for, and the lease is renewed meanwhile")
    void finishing() throws Exception {
        CountDownLatch finish = new CountDownLatch(1);
        CountDownLatch asked = new CountDownLatch(1);
        Worker slow = Worker.named("slow")
                .timing(TIMING)
                .onRevoked(lot -> {
                    asked.countDown();
                    waitFor(finish);
                })
                .join(store.workers(CLUSTER, TIMEOUT));
        awaitOwned(slow, 10);
        try (Worker other = worker("w2")) {
            assertThat(asked.await(10, TimeUnit.SECONDS)).isTrue();
            await().during(TIMING.lease().plusSeconds(1))
                    .atMost(Duration.ofSeconds(8))
                    .until(() -> owned(other) == 0);
            assertThat(owned(slow)).as("its own until it has finished").isEqualTo(10);
            finish.countDown();
            awaitOwned(other, 5);
            awaitOwned(slow, 5);
        } finally {
            finish.countDown();
            slow.close();
        }
    }

    private static void waitFor(CountDownLatch latch) {
        try {
            assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    @Tag("P1")
    @DisplayName("a worker that was declared dead has nothing, begins a new life, and has a higher generation there")
    void newLife() throws Exception {
        List<Lot> lost = new CopyOnWriteArrayList<>();
        try (Worker worker =
                Worker.named("w1").timing(TIMING).onLost(lost::add).join(store.workers(CLUSTER, TIMEOUT))) {
            awaitOwned(worker, 10);
            var life = worker.life().orElseThrow();
            long before = worker.generation(JOBS, 3);
            try (var connection = java.sql.DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("work.db"));
                    var statement = connection.createStatement()) {
                assertThat(statement.executeUpdate("UPDATE primus_worker SET state = 'DEAD'"))
                        .isEqualTo(1);
            }
            await().atMost(Duration.ofSeconds(10))
                    .until(() -> worker.life().isPresent()
                            && !worker.life().orElseThrow().equals(life));
            awaitOwned(worker, 10);
            assertThat(worker.generation(JOBS, 3)).isGreaterThan(before);
            assertThat(lost).isNotEmpty();
        }
    }

    @Test
    @Tag("P1")
    @DisplayName(
            "a worker that is drained gives all away and says that it drains; what is pinned stays where it is wanted")
    void operators() {
        try (Worker first = worker("w1");
                Worker second = worker("w2")) {
            awaitOwned(first, 5);
            awaitOwned(second, 5);
            assertThat(books.drain(new NodeName("w1"), true)).isTrue();
            awaitOwned(second, 10);
            await().atMost(Duration.ofSeconds(5)).until(first::isDraining);
            books.drain(new NodeName("w1"), false);
            awaitOwned(first, 5);
            books.wish(new Catalogue.Wish(JOBS, 0, new NodeName("w1")));
            books.wish(new Catalogue.Wish(JOBS, 1, null));
            await().atMost(Duration.ofSeconds(10))
                    .until(() -> first.owns(JOBS, 0) && !first.owns(JOBS, 1) && !second.owns(JOBS, 1));
            books.define(new Catalogue.Entry(TaskList.of(JOBS.value(), 4), true));
            await().atMost(Duration.ofSeconds(10)).until(() -> owned(first) + owned(second) == 3);
            books.define(new WorkBooks.Domain("billing", false));
            await().atMost(Duration.ofSeconds(10)).until(() -> owned(first) + owned(second) == 0);
        }
    }
}
