package dev.primus.testkit.sim;

import java.util.concurrent.Executor;

/** A disk that takes its time, one write after another: who dies meanwhile has written nothing. */
final class DiskLane implements Executor {
    private final SimProcess process;
    private final Chance chance;
    private long freeAt;

    DiskLane(SimProcess process, Chance chance) {
        this.process = process;
        this.chance = chance;
    }

    @Override
    public void execute(Runnable task) {
        boolean busy = chance.happens(0.02);
        freeAt = Math.max(freeAt, process.world().now()) + chance.around(busy ? 100_000_000 : 1_000_000);
        process.at(freeAt, task);
    }
}
