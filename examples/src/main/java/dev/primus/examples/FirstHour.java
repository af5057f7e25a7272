package dev.primus.examples;

import dev.primus.Duty;
import dev.primus.Leadership;
import dev.primus.Primus;
import dev.primus.jdbc.JdbcStore;
import dev.primus.jdbc.guard.FenceRow;
import dev.primus.jdbc.guard.Write;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/** One node of a small service: whoever leads counts, and only the one who leads. */
public final class FirstHour {
    private FirstHour() {}

    public static void main(String[] args) throws Exception {
        Path file = Path.of("first-hour.db");
        try (Connection db = DriverManager.getConnection("jdbc:sqlite:" + file)) {
            db.createStatement().execute("CREATE TABLE IF NOT EXISTS count (id INTEGER PRIMARY KEY, n INTEGER)");
            db.createStatement().execute("INSERT OR IGNORE INTO count VALUES (1, 0)");
        }
        JdbcStore store = JdbcStore.sqlite(file);
        FenceRow fence = store.guards().fence("count");
        Primus primus = Primus.builder().node(args[0]).store(store).build();
        Runtime.getRuntime().addShutdownHook(new Thread(primus::close)); // Ctrl-C hands over
        primus.election("counter")
                .barrier(fence)
                .duty("count", Duty.every(Duration.ofSeconds(1), leadership -> count(leadership, fence)))
                .onChange(System.out::println)
                .join();
        new CountDownLatch(1).await();
    }

    private static void count(Leadership leadership, FenceRow fence) throws Exception {
        System.out.println(fence.apply(leadership, Write.of("UPDATE count SET n = n + ? WHERE id = 1", 1)));
    }
}
