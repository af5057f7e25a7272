package dev.primus.runtime.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.primus.core.LeaseTiming;
import dev.primus.core.NodeId;
import dev.primus.core.NodeName;
import dev.primus.core.partition.Lot;
import dev.primus.core.partition.Lots;
import dev.primus.core.partition.Partitions;
import dev.primus.core.partition.TaskListName;
import dev.primus.core.partition.Weight;
import dev.primus.core.partition.Worker;
import dev.primus.core.spi.Orders;
import dev.primus.core.spi.Progress;
import dev.primus.core.spi.StoreException;
import dev.primus.core.spi.WorkerCard;
import dev.primus.core.spi.WorkerStore;
import dev.primus.runtime.stage.ProcessStage;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A worker's run, on real threads")
class WorkerRunTest {
    private static final TaskListName LIST = new TaskListName("jobs");
    private static final LeaseTiming TIMING = LeaseTiming.of(Duration.ofSeconds(2));

    /** A store that does as a test says. */
    private static class Ground implements WorkerStore {
        final List<NodeId> lives = new CopyOnWriteArrayList<>();
        volatile Progress told = Progress.NONE;
        volatile @Nullable Orders orders;
        volatile boolean draining;

        @Override
        public Enlistment enlist(WorkerCard card, Duration lease) {
            lives.add(card.id());
            return new Enlistment(true, Duration.ZERO);
        }

        @Override
        public CheckIn checkIn(NodeId worker, Progress progress) {
            told = progress;
            return look(worker, progress.seen());
        }

        @Override
        public CheckIn look(NodeId worker, long seen) {
            Orders present = orders;
            boolean news = present != null && present.revision() > seen;
            return new CheckIn(true, draining, present == null ? 0 : present.revision(), news ? present : null);
        }

        @Override
        public void drain(NodeId worker) {
            draining = true;
        }

        @Override
        public void signOff(NodeId worker) {}

        @Override
        public void close() {}
    }

    private final ProcessStage stage = new ProcessStage("test");
    private @Nullable WorkerRun run;

    private WorkerRun begin(WorkerStore store, Consumer<Lot> onRevoked) {
        WorkerSettings settings = new WorkerSettings(
                new NodeName("w"), Weight.ONE, Worker.NO_ZONE, "", TIMING, lot -> {}, onRevoked, lot -> {});
        WorkerRun begun = new WorkerRun(settings, store, stage);
        begun.begin();
        run = begun;
        return begun;
    }

    @AfterEach
    void end() throws Exception {
        if (run != null) {
            run.leave().get(20, TimeUnit.SECONDS);
        }
        stage.close();
    }

    private static Orders given(NodeId life, long revision, Partitions asked) {
        Lots mine = Lots.of(new Lot(LIST, revision, Partitions.of(0, 9).minus(asked)));
        return new Orders(
                life, revision, mine, asked.isEmpty() ? Lots.NONE : Lots.of(new Lot(LIST, revision - 1, asked)));
    }

    @Test
    @DisplayName("what is finished while new orders come stays finished")
    void atOnce() {
        Ground ground = new Ground() {
            private long revision;

            @Override
            public synchronized CheckIn look(NodeId worker, long seen) {
                if (revision < 3000) {
                    revision++;
                    orders = given(
                            worker, revision, revision == 1 ? Partitions.NONE : Partitions.of((int) (revision % 10)));
                }
                return super.look(worker, seen);
            }
        };
        begin(ground, lot -> {});
        await().atMost(Duration.ofSeconds(20))
                .until(() ->
                        ground.told.seen() == 3000 && ground.told.finishing().isEmpty());
    }

    @Test
    @DisplayName("a life whose beginning was not answered is tried again, and no other")
    void unanswered() {
        Ground ground = new Ground() {
            @Override
            public Enlistment enlist(WorkerCard card, Duration lease) {
                super.enlist(card, lease);
                if (lives.size() < 3) {
                    throw new StoreException("no answer");
                }
                return new Enlistment(true, Duration.ZERO);
            }
        };
        WorkerRun begun = begin(ground, lot -> {});
        await().atMost(Duration.ofSeconds(10)).until(() -> begun.life() != null);
        assertThat(ground.lives).hasSize(3).containsOnly(begun.life());
    }

    @Test
    @DisplayName("whatever a driver throws, the worker begins anew")
    void driver() {
        Ground ground = new Ground() {
            @Override
            public CheckIn look(NodeId worker, long seen) {
                if (lives.size() == 1) {
                    throw new IllegalStateException("closed");
                }
                return super.look(worker, seen);
            }
        };
        WorkerRun begun = begin(ground, lot -> {});
        await().atMost(Duration.ofSeconds(10)).until(() -> ground.lives.size() == 2 && begun.life() != null);
        assertThat(begun.life()).isEqualTo(ground.lives.get(1));
    }

    @Test
    @DisplayName("whatever its user's code throws, what was asked for is let go")
    void user() {
        Ground ground = new Ground();
        WorkerRun begun = begin(ground, lot -> {
            throw new AssertionError("drawn");
        });
        await().atMost(Duration.ofSeconds(10)).until(() -> begun.life() != null);
        NodeId life = ground.lives.get(0);
        ground.orders = given(life, 1, Partitions.NONE);
        await().atMost(Duration.ofSeconds(5)).until(() -> begun.generation(LIST, 3) == 1);
        ground.orders = given(life, 2, Partitions.of(3));
        await().atMost(Duration.ofSeconds(5))
                .until(() -> ground.told.equals(new Progress(2, Lots.NONE)) && begun.generation(LIST, 3) == 0);
    }

    @Test
    @DisplayName("who leaves says so first, finishes what it has, and has nothing then")
    void leaves() throws Exception {
        Ground ground = new Ground();
        List<Lot> finished = new CopyOnWriteArrayList<>();
        WorkerRun begun = begin(ground, finished::add);
        await().atMost(Duration.ofSeconds(10)).until(() -> begun.life() != null);
        ground.orders = given(ground.lives.get(0), 1, Partitions.NONE);
        await().atMost(Duration.ofSeconds(5)).until(() -> begun.lots().size() == 10);
        assertThat(begun.leave().get(10, TimeUnit.SECONDS)).isTrue();
        assertThat(ground.draining).isTrue();
        assertThat(finished).hasSize(1);
        assertThat(begun.lots().isEmpty()).isTrue();
    }
}
