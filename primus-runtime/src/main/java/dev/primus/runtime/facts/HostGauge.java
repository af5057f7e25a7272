package dev.primus.runtime.facts;

import com.sun.management.OperatingSystemMXBean;
import dev.primus.core.ballot.score.Share;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.RuntimeMXBean;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Reads this very host, or the container it runs in, by what the JDK offers. In a container with limits, processors and
 * memory are those of the container. A process that is at its own limits, of its heap or of the processors it may use, has
 * as little to spare as one on a host that is: the lesser of both counts.
 */
public final class HostGauge implements Gauge {
    private final OperatingSystemMXBean system;
    private final RuntimeMXBean process;
    private final MemoryInfo memory;
    private final Heap heap = new Heap();
    private final OwnLoad own = new OwnLoad();
    private final Path disk;

    private HostGauge(OperatingSystemMXBean system, RuntimeMXBean process, MemoryInfo memory, Path disk) {
        this.system = system;
        this.process = process;
        this.memory = memory;
        this.disk = disk;
    }

    /**
     * A gauge whose free disk is that of the file system this path is on. Refuses a path that does not exist.
     */
    public static HostGauge of(Path disk) {
        if (!Files.exists(disk)) {
            throw new IllegalArgumentException("disk = %s: allowed is a path that exists".formatted(disk));
        }
        OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        // The load is that since the last question, and to the first there is no answer worth having.
        system.getCpuLoad();
        HostGauge gauge = new HostGauge(system, ManagementFactory.getRuntimeMXBean(), MemoryInfo.ofLinux(), disk);
        gauge.ownIdle();
        return gauge;
    }

    @Override
    public Reading read() {
        return new Reading(
                Duration.ofMillis(process.getUptime()),
                lesser(idle(system.getCpuLoad()), ownIdle()),
                lesser(freeMemory(), heap.free()),
                freeDisk());
    }

    private @Nullable Share ownIdle() {
        return own.idle(
                Duration.ofMillis(process.getUptime()),
                Duration.ofNanos(system.getProcessCpuTime()),
                Runtime.getRuntime().availableProcessors());
    }

    /** Of what is not known the other counts. */
    static @Nullable Share lesser(@Nullable Share one, @Nullable Share other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return one.compareTo(other) <= 0 ? one : other;
    }

    /** A load that is not known is negative, or no number at all. */
    static @Nullable Share idle(double load) {
        return load >= 0 && load <= 1 ? Share.of("free_cpu", 1 - load) : null;
    }

    private @Nullable Share freeMemory() {
        long total = system.getTotalMemorySize();
        return share(memory.available(total, system.getFreeMemorySize()), total);
    }

    private @Nullable Share freeDisk() {
        try {
            FileStore store = Files.getFileStore(disk);
            return share(store.getUsableSpace(), store.getTotalSpace());
        } catch (IOException e) {
            return null;
        }
    }

    static @Nullable Share share(long part, long whole) {
        return whole > 0 && part >= 0 ? Share.of(part, whole) : null;
    }
}
