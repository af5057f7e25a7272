package dev.primus.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.ClusterName;
import dev.primus.core.NodeId;
import dev.primus.core.Term;
import dev.primus.core.partition.Lot;
import dev.primus.core.partition.Lots;
import dev.primus.core.partition.Partitions;
import dev.primus.core.partition.TaskListName;
import dev.primus.core.partition.Weight;
import dev.primus.core.spi.Attendance;
import dev.primus.core.spi.Orders;
import dev.primus.core.spi.PlanStore;
import dev.primus.core.spi.Progress;
import dev.primus.core.spi.WorkBooks;
import dev.primus.core.spi.WorkerCard;
import dev.primus.core.spi.WorkerStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;

/** Where the cases about shared work play, and who plays. */
abstract class WorkHooks {
    protected static final Duration SHORT = Duration.ofMillis(600);
    protected static final Duration LONG = Duration.ofSeconds(60);

    protected static final NodeId A = NodeId.of("a", "0001");
    protected static final NodeId A2 = NodeId.of("a", "0002");
    protected static final NodeId B = NodeId.of("b", "0001");
    protected static final Term FIRST = Term.of(NodeId.of("boss", "0001"), 1);
    protected static final Term SECOND = Term.of(NodeId.of("chief", "0001"), 2);

    protected final ClusterName cluster =
            new ClusterName("k" + UUID.randomUUID().toString().substring(0, 13));
    private final List<AutoCloseable> opened = new ArrayList<>();

    /** One worker's way to the store of a cluster; the store itself is the same for all who ask for it. */
    protected abstract WorkerStore openWorkers(ClusterName of);

    /** A coordinator's way. */
    protected abstract PlanStore openPlans(ClusterName of);

    /** People's way. */
    protected abstract WorkBooks openWork(ClusterName of);

    /** Whether workers hear of new orders. */
    protected boolean pushesNews() {
        return true;
    }

    /** Lets the store's clock go on. */
    protected void pass(Duration time) throws InterruptedException {
        Thread.sleep(time.toMillis());
    }

    /** A lease of {@link #SHORT} that begins now is over after this. */
    protected final void outlast() throws InterruptedException {
        pass(SHORT.plusMillis(200));
    }

    @AfterEach
    void closeAll() throws Exception {
        for (AutoCloseable one : opened) {
            one.close();
        }
    }

    protected final <C extends AutoCloseable> C opened(C one) {
        opened.add(one);
        return one;
    }

    protected final WorkerStore workers() {
        return opened(openWorkers(cluster));
    }

    protected final PlanStore plans() {
        return opened(openPlans(cluster));
    }

    protected final WorkBooks work() {
        return opened(openWork(cluster));
    }

    protected static WorkerCard card(NodeId worker) {
        return new WorkerCard(worker, Weight.of(1.5), "eu/west", "host-7, größer");
    }

    protected static void begin(WorkerStore workers, NodeId worker, Duration lease) {
        assertThat(workers.enlist(card(worker), lease))
                .as("%s begins", worker)
                .isEqualTo(new WorkerStore.Enlistment(true, Duration.ZERO));
    }

    protected static boolean renewed(WorkerStore workers, NodeId worker) {
        return workers.checkIn(worker, Progress.NONE).alive();
    }

    /** Some partitions of one list. */
    protected static Lots lots(int first, int last) {
        return Lots.of(new Lot(new TaskListName("billing/invoices"), 1, Partitions.of(first, last)));
    }

    /** Orders that a coordinator would write after that revision. */
    protected static Orders after(long revision, NodeId worker, Lots held, Lots asked) {
        return new Orders(worker, revision + 1, held, asked);
    }

    /** The first coordinator has planned: A has something. */
    protected final PlanStore planned(NodeId worker) {
        PlanStore plans = plans();
        plans.muster(FIRST);
        assertThat(plans.command(FIRST, 0, List.of(after(0, worker, lots(0, 9), Lots.NONE)), List.of()))
                .isTrue();
        return plans;
    }

    protected static Attendance.State stateOf(PlanStore plans, NodeId worker) {
        return plans.attendance().stream()
                .filter(one -> one.id().equals(worker))
                .map(Attendance::state)
                .findFirst()
                .orElseThrow(() -> new AssertionError("no row of " + worker));
    }
}
