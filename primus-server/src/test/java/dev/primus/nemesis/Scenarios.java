package dev.primus.nemesis;

import dev.primus.nemesis.ContenderSettings.Work;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * Where scenarios are played: each by processes of its own, and after each one the judge reads all journals: whatever else
 * was tested, there never were two leaders.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class Scenarios {
    static final Duration SHORT = Duration.ofSeconds(2);
    static final Duration MEDIUM = Duration.ofSeconds(3);
    static final Duration LONG = Duration.ofSeconds(10);
    /** So long that no scenario waits for it to run out. */
    static final Duration ENDLESS = Duration.ofSeconds(60);

    private Path folder;
    private Database database;
    private Arena arena;

    abstract Database open(Path home) throws Exception;

    @BeforeAll
    void openDatabase(@TempDir Path home) throws Exception {
        folder = home;
        database = open(home);
    }

    @AfterAll
    void closeDatabase() throws Exception {
        if (database != null) {
            database.close();
        }
    }

    @AfterEach
    void judge() throws Exception {
        if (arena != null) {
            Arena played = arena;
            arena = null;
            played.close();
            played.checkHistory();
        }
    }

    final Database database() {
        return database;
    }

    final Arena arena(String election, Duration lease) throws SQLException {
        return arena(lease, Map.of(election, Work.FENCED));
    }

    final Arena arena(Duration lease, Map<String, Work> elections) throws SQLException {
        arena = new Arena(database, folder, lease, elections);
        return arena;
    }

    final void report(String words, Object... figures) {
        System.out.println("nemesis: " + database.name() + ": " + words.formatted(figures));
    }

    static double millis(long nanos) {
        return nanos / 1e6;
    }

    static long nanos(Duration span) {
        return span.toNanos();
    }
}
