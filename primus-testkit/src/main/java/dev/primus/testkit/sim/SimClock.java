package dev.primus.testkit.sim;

import java.time.Duration;
import java.time.Instant;

/**
 * The clocks of one machine: a monotonic one that may run a little fast or slow and stands still while the machine is
 * suspended, and a wall clock that does not, but may be stepped.
 */
public final class SimClock {
    private final World world;
    private double rate;
    private long monoThen;
    private long trueThen;
    private long wallOffset;
    private boolean suspended;
    private long shownAt = -1;
    private long shown;

    SimClock(World world, double rate) {
        this.world = world;
        this.rate = rate;
        this.trueThen = world.now();
    }

    /** The monotonic clock now; it is read many times at the same instant. */
    public long mono() {
        long now = world.now();
        if (now != shownAt) {
            shown = suspended ? monoThen : monoThen + (long) ((now - trueThen) * rate);
            shownAt = now;
        }
        return shown;
    }

    /** The wall clock now. */
    public Instant wall() {
        return StoreClock.DAWN.plusNanos(world.now() + wallOffset);
    }

    /** When, in true time, the monotonic clock will show at least {@code mono} if nothing is done to it. */
    long trueTimeOf(long mono) {
        if (mono == Long.MAX_VALUE) {
            return Long.MAX_VALUE;
        }
        long ahead = mono - mono();
        return ahead <= 0 ? world.now() : world.now() + (long) Math.ceil(ahead / rate) + 1;
    }

    void rate(double other) {
        rebase();
        rate = other;
    }

    void suspend() {
        rebase();
        suspended = true;
    }

    /** Of two suspensions that overlap, the first that ends wakes the machine: its clock must not go back at the second. */
    void resume() {
        if (!suspended) {
            return;
        }
        trueThen = world.now();
        suspended = false;
        shownAt = -1;
    }

    private void rebase() {
        monoThen = mono();
        trueThen = world.now();
        shownAt = -1;
    }

    void stepWall(Duration by) {
        wallOffset += by.toNanos();
    }
}
