package dev.primus.runtime.facts;

import com.sun.management.GarbageCollectorMXBean;
import com.sun.management.GcInfo;
import dev.primus.core.ballot.score.Share;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * How much of this process's own heap is free. What the last collection has left counts as used, so that garbage, of which
 * there is more and more until the next one, does not make a node fitter or less fit by the minute.
 */
final class Heap {
    private final List<GarbageCollectorMXBean> collectors =
            ManagementFactory.getPlatformMXBeans(GarbageCollectorMXBean.class);
    private final Set<String> pools = ManagementFactory.getMemoryPoolMXBeans().stream()
            .filter(pool -> pool.getType() == MemoryType.HEAP)
            .map(MemoryPoolMXBean::getName)
            .collect(Collectors.toUnmodifiableSet());

    /** Null if it has no limit, or nothing was ever collected: then nothing is known of it. */
    @Nullable
    Share free() {
        long most = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getMax();
        GcInfo last = lastCollection();
        return last == null ? null : HostGauge.share(Math.max(0, most - left(last)), most);
    }

    private @Nullable GcInfo lastCollection() {
        GcInfo last = null;
        for (GarbageCollectorMXBean collector : collectors) {
            GcInfo info = collector.getLastGcInfo();
            if (info != null && (last == null || info.getEndTime() > last.getEndTime())) {
                last = info;
            }
        }
        return last;
    }

    private long left(GcInfo collection) {
        return collection.getMemoryUsageAfterGc().entrySet().stream()
                .filter(pool -> pools.contains(pool.getKey()))
                .mapToLong(pool -> pool.getValue().getUsed())
                .sum();
    }
}
