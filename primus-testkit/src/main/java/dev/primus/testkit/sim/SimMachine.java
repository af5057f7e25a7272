package dev.primus.testkit.sim;

import org.jspecify.annotations.Nullable;

/** Where a node's process runs: its clocks and its link to the store outlive every process. */
public final class SimMachine {
    private final String name;
    private final SimClock clock;
    private final SimLink link;
    private final SimDisk disk = new SimDisk();
    private @Nullable SimProcess process;

    SimMachine(String name, SimClock clock, SimLink link) {
        this.name = name;
        this.clock = clock;
        this.link = link;
    }

    public String name() {
        return name;
    }

    public SimClock clock() {
        return clock;
    }

    SimLink link() {
        return link;
    }

    SimDisk disk() {
        return disk;
    }

    /** The process that runs here now; null if none does. */
    public @Nullable SimProcess process() {
        return process != null && process.isDead() ? null : process;
    }

    void runs(SimProcess next) {
        process = next;
    }
}
