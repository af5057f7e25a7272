package dev.primus.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.NodeId;
import dev.primus.core.Term;
import dev.primus.core.partition.Lots;
import dev.primus.core.partition.TaskList;
import dev.primus.core.spi.Catalogue;
import dev.primus.core.spi.Orders;
import dev.primus.core.spi.PlanStore;
import dev.primus.core.spi.PlanStore.Mustered;
import dev.primus.core.spi.WorkBooks;
import dev.primus.core.spi.WorkBooks.Snapshot;
import dev.primus.core.spi.WorkerStore;
import dev.primus.core.spi.WorkerStore.Enlistment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Those who come at the same time. */
abstract class WorkRaceCases extends WorkBookCases {
    private static final int RACERS = 16;

    /** Whoever is never refused has to come to an end, too. */
    private static final int MOST_COMMANDS = 500;

    private final ExecutorService pool = Executors.newFixedThreadPool(RACERS);

    @AfterEach
    void endAll() {
        pool.shutdownNow();
    }

    protected int rounds() {
        return 6;
    }

    @Test
    @Tag("P1")
    @DisplayName("A1 of sixteen that want one name exactly one begins, be the name new, left or run out")
    void oneBegins() throws Exception {
        List<WorkerStore> ways = new ArrayList<>();
        for (int i = 0; i < RACERS; i++) {
            ways.add(workers());
        }
        int lives = 0;
        for (int round = 0; round < rounds(); round++) {
            NodeId winner = race(ways, "r" + round, lives++ * RACERS, LONG);
            ways.get(0).signOff(winner);
            race(ways, "r" + round, lives++ * RACERS, SHORT);
            outlast();
            race(ways, "r" + round, lives++ * RACERS, LONG);
        }
    }

    private NodeId race(List<WorkerStore> ways, String name, int firstLife, Duration lease) throws Exception {
        CyclicBarrier start = new CyclicBarrier(RACERS);
        List<NodeId> ids = new ArrayList<>();
        List<Callable<Enlistment>> tries = new ArrayList<>();
        for (int i = 0; i < RACERS; i++) {
            NodeId id = NodeId.of(name, "%06d".formatted(firstLife + i));
            WorkerStore way = ways.get(i);
            ids.add(id);
            tries.add(() -> {
                start.await();
                return way.enlist(card(id), lease);
            });
        }
        List<NodeId> begun = new ArrayList<>();
        List<Future<Enlistment>> answers = pool.invokeAll(tries);
        for (int i = 0; i < RACERS; i++) {
            if (answers.get(i).get().begun()) {
                begun.add(ids.get(i));
            }
        }
        assertThat(begun).as("who has begun as '%s'", name).hasSize(1);
        return begun.get(0);
    }

    @Test
    @Tag("P1")
    @DisplayName("A2 a life is never renewed and declared dead at the same time")
    void renewalAgainstBurial() throws Exception {
        Duration lease = Duration.ofMillis(120);
        WorkerStore workers = workers();
        PlanStore plans = plans();
        for (int round = 0; round < 2 * rounds(); round++) {
            NodeId id = NodeId.of("w", "%06d".formatted(round));
            begin(workers, id, lease);
            long end = System.nanoTime() + lease.toNanos() - 4_000_000 + round % 5 * 1_000_000;
            CyclicBarrier start = new CyclicBarrier(2);
            Future<Done> renewal = pool.submit(() -> at(start, end, () -> renewed(workers, id)));
            Future<Done> burial = pool.submit(
                    () -> at(start, end, () -> plans.bury(List.of(id)).contains(id)));
            boolean wouldHaveRun = burial.get().end() - renewal.get().start() < lease.toNanos();
            assertThat(renewal.get().yes() && burial.get().yes() && wouldHaveRun)
                    .as("round %d: renewed, and dead within the lease", round)
                    .isFalse();
            if (burial.get().yes()) {
                assertThat(renewed(workers, id)).isFalse();
            }
            workers.signOff(id);
        }
    }

    private record Done(boolean yes, long start, long end) {}

    private static Done at(CyclicBarrier start, long time, Callable<Boolean> verb) throws Exception {
        start.await();
        LockSupport.parkNanos(time - System.nanoTime());
        long before = System.nanoTime();
        boolean yes = verb.call();
        return new Done(yes, before, System.nanoTime());
    }

    @Test
    @Tag("P4")
    @DisplayName("A3 nothing of a former coordinator lands after its successor has read")
    void commandAgainstMuster() throws Exception {
        PlanStore former = plans();
        PlanStore next = plans();
        for (int round = 0; round < rounds(); round++) {
            Term term = Term.of(NodeId.of("boss", "0001"), 2L * round + 1);
            Term later = Term.of(NodeId.of("chief", "0001"), 2L * round + 2);
            long from = former.muster(term).revision();
            CountDownLatch underWay = new CountDownLatch(3);
            Future<Long> commands = pool.submit(() -> {
                long at = from;
                while (at - from < MOST_COMMANDS && former.command(term, at, some(at), List.of())) {
                    at++;
                    underWay.countDown();
                }
                return at;
            });
            assertThat(underWay.await(30, TimeUnit.SECONDS)).as("under way").isTrue();
            Mustered read = next.muster(later);
            assertThat(read.refused()).isFalse();
            assertThat(commands.get()).as("what it was told is there").isEqualTo(read.revision());
            assertThat(next.muster(later)).isEqualTo(read);
            assertThat(read.orders()).extracting(Orders::revision).containsOnly(read.revision());
        }
    }

    private static List<Orders> some(long after) {
        List<Orders> all = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            all.add(after(after, NodeId.of("w%02d".formatted(i), "0001"), lots((int) after, (int) after), Lots.NONE));
        }
        return all;
    }

    @Test
    @Tag("P2")
    @DisplayName("a snapshot is of one moment, however fast things change")
    void oneMoment() throws Exception {
        WorkBooks reader = work();
        WorkBooks writer = work();
        PlanStore plans = plans();
        plans.muster(FIRST);
        Future<?> changes = pool.submit(() -> {
            for (int i = 0; !Thread.currentThread().isInterrupted() && i < 10 * rounds(); i++) {
                plans.command(FIRST, i, some(i), List.of());
                writer.define(new Catalogue.Entry(TaskList.of("mail", i + 1), true));
            }
        });
        do {
            Snapshot seen = reader.snapshot();
            assertThat(seen.orders()).allMatch(orders -> orders.revision() == seen.revision());
            seen.catalogue()
                    .lists()
                    .forEach(entry -> assertThat((long) entry.list().partitions())
                            .isEqualTo(seen.catalogue().version()));
        } while (!changes.isDone());
        changes.get();
    }
}
