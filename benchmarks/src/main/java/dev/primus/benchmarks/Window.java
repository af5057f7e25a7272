package dev.primus.benchmarks;

import java.lang.management.ManagementFactory;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What was used in a stretch of time by this JVM and by the server it talks to.
 *
 * @param requests that the server has answered; 0 if it does not count
 */
record Window(long requests, boolean counted, @Nullable Long logBytes, long cpuNanos) {
    static final int SECONDS = 30;

    /** Until the JIT compiler has done with what happens only a few times a second. */
    static final int SETTLING = 60;

    static void settle() throws InterruptedException {
        TimeUnit.SECONDS.sleep(SETTLING);
    }

    static Window open(Callable<@Nullable Long> requests, Callable<@Nullable Long> logBytes) throws Exception {
        Long requestsBefore = requests.call();
        Long bytesBefore = logBytes.call();
        long cpuBefore = usedCpu();
        TimeUnit.SECONDS.sleep(SECONDS);
        long cpu = usedCpu() - cpuBefore;
        Long requestsAfter = requests.call();
        Long bytesAfter = logBytes.call();
        boolean counted = requestsBefore != null && requestsAfter != null;
        return new Window(
                counted ? requestsAfter - requestsBefore : 0,
                counted,
                bytesBefore == null || bytesAfter == null ? null : bytesAfter - bytesBefore,
                cpu);
    }

    /** Requests and log KiB per second, and CPU milliseconds per second for each of {@code nodes}. */
    String cells(int nodes, long oursOfThem) {
        return "%s | %s | %s"
                .formatted(
                        counted ? Figures.text((requests - oursOfThem) / (double) SECONDS) : "–",
                        logBytes == null ? "–" : Figures.text(logBytes / 1024.0 / SECONDS),
                        Figures.text(cpuNanos / 1e6 / SECONDS / nodes));
    }

    private static long usedCpu() {
        return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
    }
}
