package dev.primus.runtime.work;

import dev.primus.core.NodeId;
import dev.primus.core.partition.Lot;
import dev.primus.core.partition.Lots;
import dev.primus.core.partition.Partitions;
import dev.primus.core.partition.TaskListName;
import dev.primus.core.spi.Orders;
import dev.primus.core.spi.Progress;
import dev.primus.core.spi.WorkerCard;
import dev.primus.core.spi.WorkerStore;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * A store with one worker. Every life of it is assigned partitions 0 to 9; {@link #revoke} takes one of them from the
 * present life.
 */
class ScriptedWorkerStore implements WorkerStore {
    static final TaskListName LIST = new TaskListName("jobs");

    final List<NodeId> lives = new CopyOnWriteArrayList<>();
    final List<NodeId> signedOff = new CopyOnWriteArrayList<>();
    volatile Progress reported = Progress.NONE;
    volatile @Nullable Runnable onLook;
    volatile boolean closed;
    private volatile @Nullable Orders orders;

    @Override
    public Enlistment enlist(WorkerCard card, Duration lease) {
        lives.add(card.id());
        Lots all = Lots.of(new Lot(LIST, lives.size(), Partitions.of(0, 9)));
        orders = new Orders(card.id(), 1, all, Lots.NONE);
        return new Enlistment(true, Duration.ZERO);
    }

    void revoke(int partition) {
        Partitions asked = Partitions.of(partition);
        Lots held = Lots.of(new Lot(LIST, lives.size(), Partitions.of(0, 9).minus(asked)));
        orders = new Orders(lives.get(lives.size() - 1), 2, held, Lots.of(new Lot(LIST, lives.size(), asked)));
    }

    @Override
    public CheckIn checkIn(NodeId worker, Progress progress) {
        reported = progress;
        return look(worker, progress.seen());
    }

    @Override
    public CheckIn look(NodeId worker, long seen) {
        Runnable hostile = onLook;
        if (hostile != null) {
            hostile.run();
        }
        Orders present = orders;
        boolean news = present != null && present.revision() > seen;
        return new CheckIn(true, false, present == null ? 0 : present.revision(), news ? present : null);
    }

    @Override
    public void drain(NodeId worker) {}

    @Override
    public void signOff(NodeId worker) {
        signedOff.add(worker);
    }

    @Override
    public void close() {
        closed = true;
    }
}
