package dev.primus.worker;

import dev.primus.core.MonoTime;
import dev.primus.core.NodeId;
import dev.primus.core.NodeName;
import dev.primus.core.partition.Lots;
import dev.primus.core.partition.TaskListName;
import dev.primus.core.spi.WorkerStore;
import dev.primus.runtime.stage.Stage;
import dev.primus.runtime.work.WorkerRun;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Works on the partitions that the cluster's coordinator gives it.
 *
 * <pre>{@code
 * try (Worker worker = Worker.named("w-1").onAssigned(lot -> begin(lot)).onRevoked(lot -> finish(lot))
 *     .join(store.workers(cluster, timeout))) {
 *   if (worker.owns(invoices, 17)) {
 *     repository.save(result, worker.generation(invoices, 17));
 *   }
 * }
 * }</pre>
 *
 * <p>A worker on a {@code JdbcStore} keeps one connection. It shares the hint connection of a node on the same store.
 *
 * <p>At every moment a partition has at most one worker that {@linkplain #owns owns} it, as long as clocks drift no more than
 * was said; pauses may be of any length, but one between the question and what is done upon it is covered by the {@linkplain
 * #generation generation} alone: hand it to every write, and let the resource refuse lower ones. Safe for use from any thread.
 */
public final class Worker implements AutoCloseable {
    private final WorkerRun run;
    private final Stage stage;
    private final WorkerStore store;
    private final Duration patience;
    private final AtomicBoolean closed = new AtomicBoolean();

    Worker(WorkerRun run, Stage stage, WorkerStore store, Duration patience) {
        this.run = run;
        this.stage = stage;
        this.store = store;
        this.patience = patience;
    }

    /** A worker by that name; of two that run at the same time the second waits until the first has ended. */
    public static WorkerBuilder named(String name) {
        return new WorkerBuilder(new NodeName(name));
    }

    /** Whether it has this partition at the moment of the call: local, never blocks, never true past its own deadline. */
    public boolean owns(TaskListName list, int partition) {
        return generation(list, partition) > 0;
    }

    /** By which generation it has this partition, higher for each new worker of it; 0 if it has not. */
    public long generation(TaskListName list, int partition) {
        return run.generation(list, partition);
    }

    /** All that it has at this moment, also what it was asked to let go and has not yet. */
    public Lots lots() {
        return run.lots();
    }

    /** This life of the worker; empty while it has no lease. */
    public Optional<NodeId> life() {
        return Optional.ofNullable(run.life());
    }

    /** Whether somebody wants it to give away all it has. */
    public boolean isDraining() {
        return run.isDraining();
    }

    /**
     * Finishes what it has, gives it back and leaves. Waits for that, but not longer than {@link WorkerBuilder#patience}: what
     * takes longer is lost to this worker and left to its lease. A callback that calls this does not wait: the worker
     * leaves once the callback has returned. May be called twice.
     */
    @Override
    public void close() {
        if (run.isCallback()) {
            run.leave().thenRun(this::closeStore);
            return;
        }
        if (!hasLeft()) {
            run.abandon();
        }
        closeStore();
    }

    /** Not even an interrupt ends this early: what could be given back would be left to the lease. */
    private boolean hasLeft() {
        CompletableFuture<Boolean> left = run.leave();
        MonoTime until = stage.now().plus(patience);
        boolean interrupted = Thread.interrupted();
        while (!left.isDone() && stage.now().isBefore(until)) {
            try {
                stage.await(left, Duration.ofNanos(until.nanosSince(stage.now())));
            } catch (InterruptedException e) {
                interrupted = true;
            } catch (TimeoutException | ExecutionException e) {
                break;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return left.isDone();
    }

    private void closeStore() {
        if (closed.compareAndSet(false, true)) {
            stage.close();
            store.close();
        }
    }
}
