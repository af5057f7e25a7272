package dev.primus.nemesis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.primus.nemesis.Arena.Led;
import dev.primus.nemesis.ContenderSettings.Work;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The database fails over to a server whose clock is an hour off, while the leader dies or lives. */
@Tag("long")
@Tag("L5")
abstract class ClockFailoverScenarios {
    private static final String ELECTION = "clock-failover";
    private static final Duration LEASE = Duration.ofSeconds(5);
    private static final int HOUR = 3600;

    @TempDir
    private Path home;

    private FailoverDatabase database;
    private Arena arena;

    abstract FailoverDatabase database(Path home) throws Exception;

    @BeforeEach
    void open() throws Exception {
        database = database(home);
        database.start();
        arena = new Arena(database, home, LEASE, Map.of(ELECTION, Work.FENCED));
        for (String node : List.of("a", "b", "c")) {
            arena.proxyFor(node, 0);
        }
        arena.start("a", "b", "c");
    }

    @AfterEach
    void judge() throws Exception {
        arena.close();
        database.close();
        arena.checkHistory();
    }

    @ParameterizedTest(name = "clock ahead by {0} s")
    @ValueSource(ints = {-HOUR, HOUR})
    @DisplayName("Live3, C1: the leader is killed before the failover: another node leads after a lease of observation")
    void leaderDies(int seconds) throws Exception {
        Led before = arena.awaitLeader();
        arena.awaitRenewal(); // by now the other server has the term, if not the last renewal
        before.by().kill9();
        long killed = System.nanoTime();
        failOver(seconds);

        Led after = arena.awaitLeader(killed, takeover(), child -> child != before.by());

        assertThat(after.token()).isGreaterThan(before.token());
        assertThat(arena.children())
                .as("a standby reports that the clock cannot judge the lease")
                .anySatisfy(child -> assertThat(Journals.of(child.journal(), ELECTION, "clock_distrusted"))
                        .isNotEmpty());
        report("leader killed", seconds, killed, after);
    }

    @ParameterizedTest(name = "clock ahead by {0} s")
    @ValueSource(ints = {-HOUR, HOUR})
    @DisplayName("Live3, C4: the leader lives: at every instant one leads at most, and afterwards one does")
    void leaderLives(int seconds) throws Exception {
        arena.awaitLeader();
        arena.awaitRenewal();
        failOver(seconds);
        long failedOver = System.nanoTime();

        Led after = arena.awaitLeader(failedOver + LEASE.toNanos(), LEASE.plus(takeover()), any -> true);

        report("leader alive", seconds, failedOver, after);
    }

    private void failOver(int seconds) throws Exception {
        database.failOver(Duration.ofSeconds(seconds));
        long micros = database.row(ELECTION).readAt().micros();
        assertThat(Instant.EPOCH.plus(micros, ChronoUnit.MICROS))
                .as("the other server's clock")
                .isCloseTo(Instant.now().plusSeconds(seconds), within(1, ChronoUnit.MINUTES));
        arena.followTheDatabase();
    }

    /** The first look may come a lease after the failover, and the observation begins with it. */
    private Duration takeover() {
        return LEASE.plus(arena.timing().observation(LEASE)).plus(Arena.SLACK);
    }

    private void report(String how, int seconds, long since, Led after) {
        System.out.printf(
                "nemesis: %s: clock ahead by %d s, %s: led by %s after %d ms%n",
                database.name(),
                seconds,
                how,
                after.by().node(),
                (after.sample().before() - since) / 1_000_000);
    }
}
