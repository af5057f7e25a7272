package dev.primus.testkit.sim;

import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The true time of a simulation and all that will happen in it: one queue, one thread, in order of time and then of
 * arrival. Not safe for use from several threads, except by those that hold the {@link Baton}.
 */
public final class World {
    private final Agenda agenda = new Agenda();
    private final Chance chance;
    private final @Nullable Consumer<String> trace;
    private long now;
    private long happened;
    private long fingerprint = 17;

    public World(long seed, @Nullable Consumer<String> trace) {
        this.chance = new Chance(seed);
        this.trace = trace;
    }

    /** True time since the beginning, in nanoseconds. */
    public long now() {
        return now;
    }

    /** The root of all chance. */
    public Chance chance() {
        return chance;
    }

    /** Has {@code task} happen then, or now if that is past. */
    public void at(long time, Runnable task) {
        agenda.add(Math.max(time, now), task);
    }

    /** Lets everything happen that is due by then, and the time become that. */
    public void runUntil(long time) {
        while (!agenda.isEmpty() && agenda.nextTime() <= time) {
            step();
        }
        now = Math.max(now, time);
    }

    /** Lets one thing happen; false if nothing ever will. */
    public boolean step() {
        if (agenda.isEmpty()) {
            return false;
        }
        now = agenda.nextTime();
        happened++;
        mark(now);
        agenda.take().run();
        return true;
    }

    /** How many things have happened. */
    public long happened() {
        return happened;
    }

    /** Makes {@code value} count in the fingerprint. */
    void mark(long value) {
        fingerprint = (fingerprint ^ value) * 0x100000001b3L;
    }

    /** Two runs with the same fingerprint were the same run. */
    public long fingerprint() {
        return fingerprint;
    }

    boolean isTraced() {
        return trace != null;
    }

    /** A line of the trace, made only if somebody reads it. */
    void trace(String who, Supplier<String> what) {
        if (trace != null) {
            trace.accept("%9.3f s  %-6s %s".formatted(now / 1e9, who, what.get()));
        }
    }
}
