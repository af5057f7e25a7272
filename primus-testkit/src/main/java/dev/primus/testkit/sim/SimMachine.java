package dev.primus.testkit.sim;

import dev.primus.core.ballot.score.Facts;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Where a node's process runs: its clocks and its link to the store outlive every process. */
public final class SimMachine {
    /** What is measured where all machines are alike, so that scores are the same. */
    static final Facts ORDINARY = Facts.NONE
            .withUptime(Duration.ofDays(1))
            .withExperience(Duration.ofDays(1))
            .withFreeCpu(0.5)
            .withFreeMemory(0.5)
            .withFreeDisk(0.5)
            .withNetworkQuality(1);

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

    /** What a process would measure here: the machine's own part never changes, so that scores are as far apart as it gets. */
    Facts facts(Duration uptime) {
        double fit = Math.floorMod(name.hashCode() * 37, 11) / 10.0;
        return Facts.NONE
                .withUptime(uptime)
                .withExperience(uptime)
                .withFreeCpu(fit)
                .withFreeMemory(fit)
                .withFreeDisk(fit)
                .withNetworkQuality(1);
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
