package dev.primus.nemesis;

import dev.primus.core.ClusterName;
import dev.primus.core.LeaseTiming;
import dev.primus.core.partition.Lot;
import dev.primus.core.partition.Lots;
import dev.primus.core.spi.WorkerStore;
import dev.primus.jdbc.JdbcStore;
import dev.primus.worker.Worker;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.StringJoiner;
import java.util.concurrent.TimeUnit;

/**
 * One process that works on partitions and keeps a journal of what it owned and when, by the clock that all processes of a
 * host share. Leaves in good order when it is asked to, and ends with its standard input, so that it never outlives the test.
 */
public final class Laborer {
    private static final long SAMPLE_MILLIS = 5;
    private static final long LINE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final JournalWriter journal;
    private final Worker worker;

    private Laborer(JournalWriter journal, Worker worker) {
        this.journal = journal;
        this.worker = worker;
    }

    /** Name, store, lease in milliseconds and journal; user and password come by the environment. */
    public static void main(String[] arguments) throws IOException {
        LeaseTiming timing = LeaseTiming.of(Duration.ofMillis(Long.parseLong(arguments[2])));
        Worker worker = Worker.named(arguments[0])
                .timing(timing)
                .patience(timing.lease())
                .join(store(arguments[1], timing.ioTimeout()));
        Laborer laborer = new Laborer(new JournalWriter(Path.of(arguments[3])), worker);
        Thread sampler = new Thread(laborer::sample, "sampler");
        sampler.setDaemon(true);
        sampler.setPriority(Thread.MAX_PRIORITY);
        sampler.start();
        Runtime.getRuntime().addShutdownHook(new Thread(worker::close));
        while (System.in.read() >= 0) {
            // only its end matters
        }
        Runtime.getRuntime().halt(3);
    }

    private static WorkerStore store(String url, Duration ioTimeout) {
        JdbcStore store = url.startsWith("jdbc:sqlite:")
                ? JdbcStore.sqlite(Path.of(url.substring("jdbc:sqlite:".length())))
                : JdbcStore.on(() -> DriverManager.getConnection(
                        url, System.getenv(ContenderSettings.USER), System.getenv(ContenderSettings.PASSWORD)));
        return store.workers(ClusterName.DEFAULT, ioTimeout);
    }

    /** What was true at some instant between two looks at the clock. */
    private record Sample(long before, long after, Lots lots) {}

    private Sample look() {
        long before = System.nanoTime();
        Lots lots = worker.lots();
        return new Sample(before, System.nanoTime(), lots);
    }

    private void sample() {
        Sample last = look();
        long written = last.before;
        journal.note("lots", last.before, last.after, text(last.lots));
        while (true) {
            try {
                Thread.sleep(SAMPLE_MILLIS);
            } catch (InterruptedException e) {
                return;
            }
            Sample next = look();
            boolean changed = !next.lots.equals(last.lots);
            if (changed) {
                journal.note("same", last.before, last.after);
                journal.note("lots", next.before, next.after, text(next.lots));
                written = next.before;
            } else if (next.before - written >= LINE_NANOS) {
                journal.note("same", next.before, next.after);
                written = next.before;
            }
            last = next;
        }
    }

    private static String text(Lots lots) {
        StringJoiner text = new StringJoiner(";");
        for (Lot lot : lots.all()) {
            text.add(lot.generation() + ":" + lot.partitions());
        }
        return text.length() == 0 ? "-" : text.toString();
    }
}
