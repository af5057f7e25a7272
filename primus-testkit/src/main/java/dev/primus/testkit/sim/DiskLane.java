package dev.primus.testkit.sim;

import java.util.concurrent.Executor;

/** A disk that takes its time, one write after another: who dies meanwhile has written nothing. */
final class DiskLane implements Executor {
    private final SimProcess process;
    private final Chance chance;
    private final SimDisk disk;
    private long freeAt;

    DiskLane(SimProcess process, Chance chance, SimDisk disk) {
        this.process = process;
        this.chance = chance;
        this.disk = disk;
    }

    @Override
    public void execute(Runnable task) {
        boolean busy = chance.happens(0.02);
        long asked = process.world().now();
        freeAt = Math.max(freeAt, asked) + chance.around(busy ? 100_000_000 : 1_000_000) + disk.delay();
        process.at(freeAt, () -> {
            disk.wasAskedAt(asked);
            task.run();
        });
    }
}
