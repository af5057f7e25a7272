package dev.primus.nemesis;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Workers and coordinators in processes of their own, some of which are killed, stopped, drained and added all the time. Judged
 * by what the workers have written down of what they owned.
 */
@DisplayName("Processes that share partitions")
class PartitionsIT {
    @Test
    @Tag("P1")
    @Tag("P2")
    @Tag("P4")
    @Tag("P5")
    @DisplayName("A1, A2, A6 on SQLite: 4 workers, 100 partitions, 20 s of kills, pauses, drains and joins")
    void shortShift(@TempDir Path home) throws Exception {
        shift(new SqliteDatabase(home), home, 4, 100, Duration.ofSeconds(20));
    }

    @Test
    @Tag("long")
    @DisplayName("A1, A2, A6 on SQLite: 8 workers, 1,000 partitions, 3 minutes")
    void longShiftOnSqlite(@TempDir Path home) throws Exception {
        shift(new SqliteDatabase(home), home, 8, 1000, Duration.ofMinutes(3));
    }

    @Test
    @Tag("long")
    @DisplayName("A1, A2, A6 on PostgreSQL: 8 workers, 1,000 partitions, 3 minutes")
    void longShiftOnPostgres(@TempDir Path home) throws Exception {
        onServer(new PostgresServer(home), home);
    }

    @Test
    @Tag("long")
    @DisplayName("A1, A2, A6 on MariaDB: 8 workers, 1,000 partitions, 3 minutes")
    void longShiftOnMariaDb(@TempDir Path home) throws Exception {
        onServer(new MariaDbServer(home), home);
    }

    private static void onServer(DatabaseServer server, Path home) throws Exception {
        server.start();
        try (server) {
            shift(server, home, 8, 1000, Duration.ofMinutes(3));
        }
    }

    private static void shift(Database database, Path home, int workers, int partitions, Duration length)
            throws Exception {
        long seed = Long.getLong("primus.nemesis.seed", System.nanoTime());
        WorkTrail trail;
        String weather;
        Duration bound;
        int least;
        try (WorkYard yard = new WorkYard(database, home, partitions, seed)) {
            yard.open(workers);
            yard.disturb(length);
            yard.calm();
            weather = yard.toString();
            bound = yard.longestGapAllowed();
            least = yard.leastMoves();
            trail = yard.trail();
        }
        WorkTrail.Stint gap = trail.longestGap();
        double gapMillis = (gap.until() - gap.from()) / 1e6;
        System.out.printf(
                "nemesis: %s: %d partitions, seed %d: %s; %d moves where at least some %d were needed, longest gap %.0f ms of %d allowed%n",
                database.name(), partitions, seed, weather, trail.moves(), least, gapMillis, bound.toMillis());
        assertThat(trail.partitions()).as("partitions that were ever owned").isEqualTo(partitions);
        assertThat(trail.violations())
                .as("what the journals show, seed %d", seed)
                .isEmpty();
        assertThat(gapMillis).as("the longest gap: %s, seed %d", gap, seed).isLessThan(bound.toMillis());
    }
}
