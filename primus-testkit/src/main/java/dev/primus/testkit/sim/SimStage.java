package dev.primus.testkit.sim;

import dev.primus.core.MonoTime;
import dev.primus.core.spi.LeaseStore;
import dev.primus.runtime.effect.Courier;
import dev.primus.runtime.stage.Stage;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Threads, time and chance for one simulated process: a turn of the node is an event, and so is a task of a lane. */
final class SimStage implements Stage {
    /** Readers of the feed that are not of this name would only make log lines. */
    static final String FEED_READER = "sim";

    /** Who tells the checks what an operator was told. */
    static final String WITNESS = "witness";

    private final SimProcess process;
    private final World world;
    private final SimClock clock;
    private final Chance chance;
    private final Duration ioTimeout;
    private final long origin;
    private @Nullable Driven driven;
    private long turnAt = Long.MAX_VALUE;
    private boolean closed;
    private boolean turning;
    private int readingsToStall = -1;
    private long stall;

    SimStage(SimProcess process, Chance chance, Duration ioTimeout) {
        this.process = process;
        this.world = process.world();
        this.clock = process.machine().clock();
        this.chance = chance;
        this.ioTimeout = ioTimeout;
        this.origin = clock.mono();
    }

    /** The node's thread will stand still for {@code lasts} at its n-th look at the clock from now. */
    void stallAtReading(int n, Duration lasts) {
        readingsToStall = n;
        stall = lasts.toNanos();
    }

    /** What the clock shows is read before a stall and returned after it: that is the dangerous order. */
    @Override
    public long nanos() {
        long reading = clock.mono() - origin;
        if (readingsToStall >= 0 && turning && process.canStandStill() && readingsToStall-- == 0) {
            process.standStill(stall);
        }
        return reading;
    }

    @Override
    public Instant wall() {
        return clock.wall();
    }

    @Override
    public long random() {
        return chance.bits();
    }

    @Override
    public void drive(Driven node) {
        driven = node;
        turnAt(world.now());
    }

    @Override
    public void nudge() {
        if (driven != null) {
            turnAt(world.now());
        }
    }

    private void turnAt(long time) {
        if (time >= turnAt || closed) {
            return;
        }
        turnAt = time;
        process.at(time, () -> turnIfDue(time));
    }

    private void turnIfDue(long scheduled) {
        Driven node = driven;
        if (scheduled != turnAt || closed || node == null) {
            return;
        }
        turnAt = Long.MAX_VALUE;
        turning = true;
        MonoTime next = node.turn();
        turning = false;
        process.turned();
        if (!next.equals(MonoTime.NEVER)) {
            turnAt(clock.trueTimeOf(next.nanos() + origin) + process.lag());
        }
    }

    @Override
    public Executor lane(String name) {
        if (name.startsWith("feed-")) {
            boolean heard = name.equals("feed-" + FEED_READER) || name.equals("feed-" + WITNESS);
            return heard ? Runnable::run : task -> {};
        }
        if (name.equals("marks")) {
            return new DiskLane(process, chance.split("disk"), process.machine().disk());
        }
        if (name.equals("witness")) {
            return new DiskLane(process, chance.split(name), new SimDisk());
        }
        return new SimLane(process, name.startsWith("listener-") && process.listenersMayBlock());
    }

    @Override
    public Courier courier(LeaseStore store) {
        return new SimCourier(process, store, ioTimeout);
    }

    @Override
    public Work launch(String name, Runnable body, Runnable ended) {
        return process.launch(name, () -> {
            try {
                body.run();
            } finally {
                ended.run();
            }
        });
    }

    @Override
    public void sleep(Duration span) throws InterruptedException {
        SimWork work = process.current();
        if (work == null) {
            throw new IllegalStateException("only a duty's thread can sleep");
        }
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        work.waitUntil(clock.trueTimeOf(clock.mono() + span.toNanos()));
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
    }

    /** A thread of the simulation waits for its turn; from outside of it, the world goes on until it is done. */
    @Override
    public <T> T await(CompletableFuture<T> done, Duration most)
            throws InterruptedException, ExecutionException, TimeoutException {
        long until = clock.trueTimeOf(clock.mono() + most.toNanos());
        SimWork work = process.current();
        if (work == null) {
            while (!done.isDone() && world.now() < until) {
                world.runUntil(Math.min(until, world.now() + 1_000_000));
            }
        } else if (!done.isDone()) {
            done.whenComplete((result, failure) -> work.wake());
            work.waitUntil(until);
        }
        if (!done.isDone()) {
            throw new TimeoutException();
        }
        return done.get();
    }

    @Override
    public void close() {
        closed = true;
    }
}
