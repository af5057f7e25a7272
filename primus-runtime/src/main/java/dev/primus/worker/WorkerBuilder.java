package dev.primus.worker;

import dev.primus.core.LeaseTiming;
import dev.primus.core.NodeName;
import dev.primus.core.partition.Lot;
import dev.primus.core.partition.Weight;
import dev.primus.core.spi.WorkerStore;
import dev.primus.runtime.stage.ProcessStage;
import dev.primus.runtime.work.WorkerRun;
import dev.primus.runtime.work.WorkerSettings;
import java.time.Duration;
import java.util.function.Consumer;

/** Gathers what a worker is and does, and has it begin. What users are told is told on one thread, one thing after another. */
public final class WorkerBuilder {
    private final NodeName name;
    private Weight capacity = Weight.ONE;
    private String zone = dev.primus.core.partition.Worker.NO_ZONE;
    private String about = "";
    private LeaseTiming timing = LeaseTiming.DEFAULT;
    private Duration patience = Duration.ofSeconds(30);
    private Consumer<Lot> onAssigned = lot -> {};
    private Consumer<Lot> onRevoked = lot -> {};
    private Consumer<Lot> onLost = lot -> {};

    WorkerBuilder(NodeName name) {
        this.name = name;
    }

    /** How much it takes, compared with other workers: 0.01 to 100, 1 if never said. */
    public WorkerBuilder capacity(double other) {
        capacity = Weight.of(other);
        return this;
    }

    /** What it shares the fate of, such as a data centre. */
    public WorkerBuilder zone(String other) {
        zone = other;
        return this;
    }

    /** For people, such as a host and a version. */
    public WorkerBuilder about(String text) {
        about = text;
        return this;
    }

    /** Its lease and all that belongs to it; ten seconds if never said. */
    public WorkerBuilder timing(LeaseTiming other) {
        timing = other.orThrow();
        return this;
    }

    /** How long {@link Worker#close()} waits for what has to be finished. */
    public WorkerBuilder patience(Duration other) {
        patience = other;
        return this;
    }

    /** It has these partitions from now on. */
    public WorkerBuilder onAssigned(Consumer<Lot> user) {
        onAssigned = user;
        return this;
    }

    /**
     * It is to let go of these. They are its own until this returns, for as long as that takes, unless its lease ends:
     * that is renewed meanwhile. Begin nothing new with them, finish what was begun, and return.
     */
    public WorkerBuilder onRevoked(Consumer<Lot> user) {
        onRevoked = user;
        return this;
    }

    /** It has lost these already, since its lease has ended: another may have them. */
    public WorkerBuilder onLost(Consumer<Lot> user) {
        onLost = user;
        return this;
    }

    /** Begins. The store is closed with the worker. */
    public Worker join(WorkerStore store) {
        ProcessStage stage = new ProcessStage("worker-" + name);
        WorkerSettings settings =
                new WorkerSettings(name, capacity, zone, about, timing, onAssigned, onRevoked, onLost);
        WorkerRun run = new WorkerRun(settings, store, stage);
        run.begin();
        return new Worker(run, stage, store, patience);
    }
}
