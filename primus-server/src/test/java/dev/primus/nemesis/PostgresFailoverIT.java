package dev.primus.nemesis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.FencingToken;
import dev.primus.core.spi.Sighting;
import dev.primus.nemesis.Arena.Led;
import dev.primus.nemesis.Arena.Tally;
import dev.primus.nemesis.ContenderSettings.Work;
import dev.primus.nemesis.Journals.Belief;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The primary is lost together with terms that its replica never heard of, and the replica takes its place. There is no
 * promise here without a condition: nodes that remember go on above what they saw, and for those that remember nothing
 * the lineage must be raised.
 */
@Tag("long")
@Tag("Z2")
@DisplayName("Processes on a PostgreSQL that fails over and forgets")
class PostgresFailoverIT {
    private static final String ELECTION = "failover";
    private static final Duration LEASE = Duration.ofSeconds(2);

    @TempDir
    private Path home;

    private ReplicatedPostgres database;
    private Arena arena;

    @BeforeEach
    void open() throws Exception {
        database = new ReplicatedPostgres(home);
        database.start();
        arena = new Arena(database, home, LEASE, Map.of(ELECTION, Work.FENCED));
    }

    @AfterEach
    void judge() throws Exception {
        arena.close();
        database.close();
        arena.checkHistory();
    }

    @Test
    @DisplayName("C1, C2, C4: a promoted replica that lacks terms is noticed, the lineage is raised by itself, and all"
            + " tokens are above all former ones")
    void promoted() throws Exception {
        long highest = loseTerms();
        database.promoteReplica();
        arena.followTheDatabase();

        long next = awaitTermAbove(highest);

        assertThat(next).isGreaterThan(FencingToken.floorOf(1));
        assertThat(database.row(ELECTION).lineage()).isEqualTo(1);
        assertThatItIsTold();
        assertThatWritesAreGuarded();
        report("promoted", highest, next);
    }

    @Test
    @DisplayName("C1, C2, C4: without a raised lineage those who remember say that the store went back, wait, and go on"
            + " above the highest term they saw")
    void lineageNotRaised() throws Exception {
        long highest = loseTerms();
        database.startReplicaAsPrimary();
        arena.followTheDatabase();

        long next = awaitTermAbove(highest);

        assertThat(next).isEqualTo(highest + 1);
        assertThat(database.row(ELECTION).lineage()).isZero();
        assertThatItIsTold();
        assertThatWritesAreGuarded();
        report("not promoted, lineage not raised", highest, next);
    }

    @Test
    @DisplayName("C1, C2: where nobody is left who remembers, the operator raises the lineage, and all tokens are above"
            + " all former ones")
    void nobodyRemembers() throws Exception {
        long highest = loseTerms();
        for (Child child : arena.children()) {
            child.kill9();
        }
        database.startReplicaAsPrimary();
        arena.followTheDatabase();
        Sighting forgetful = database.row(ELECTION);
        assertThat(forgetful.epoch() + 1)
                .as("what a newcomer would take if the lineage were not raised")
                .isLessThanOrEqualTo(highest);
        assertThat(database.store().admin().raiseLineage()).isEqualTo(1);

        arena.start("d", "e");
        long next = awaitTermAbove(highest);

        assertThat(next).isGreaterThan(FencingToken.floorOf(1));
        assertThatWritesAreGuarded();
        report("nobody remembers, lineage raised by hand", highest, next);
    }

    /** Returns the highest token ever granted; every node has seen it, and the replica has not. */
    private long loseTerms() throws Exception {
        for (String node : List.of("a", "b", "c", "d", "e")) {
            arena.proxyFor(node, 0);
        }
        arena.start("a", "b", "c");
        Led first = arena.awaitLeader();
        arena.until("the replica follows", Arena.SLACK, () -> database.replicated(ELECTION) == first.token());
        database.cutReplication();
        Led last = first;
        for (int lost = 0; lost < 2; lost++) {
            long former = last.token();
            last.by().say("resign");
            awaitTermAbove(former);
            last = arena.awaitLeader();
            assertThat(last.token()).isGreaterThan(former);
        }
        long highest = last.token();
        Child leader = last.by();
        arena.until(
                "everybody knows of term " + highest,
                LEASE.plus(Arena.SLACK),
                () -> arena.children().stream()
                        .filter(child -> child != leader)
                        .allMatch(child -> Journals.of(child.journal(), ELECTION, "leader_changed").stream()
                                .anyMatch(record -> record.token() == highest)));
        assertThat(database.replicated(ELECTION))
                .as("the replica's latest term")
                .isEqualTo(first.token())
                .isLessThan(highest);
        return highest;
    }

    private long awaitTermAbove(long highest) {
        arena.until("a term above " + highest, LEASE.multipliedBy(3).plus(Arena.SLACK), () -> newest() > highest);
        return newest();
    }

    private long newest() {
        return arena.history().beliefs().stream().mapToLong(Belief::token).max().orElse(0);
    }

    private void assertThatItIsTold() {
        assertThat(arena.children())
                .as("somebody says that the store went back")
                .anySatisfy(child -> assertThat(Journals.of(child.journal(), ELECTION, "store_went_back"))
                        .isNotEmpty());
    }

    /** The account remembers what the store forgot, and yet lets every new leader in, and no former one. */
    private void assertThatWritesAreGuarded() throws Exception {
        long newest = newest();
        arena.until(
                "the new leader writes",
                Arena.SLACK,
                () -> arena.children().stream()
                        .flatMap(child -> child.journal().writes().stream())
                        .anyMatch(
                                write -> write.token() == newest && write.what().equals("wrote")));
        arena.close();
        Tally tally = arena.tally(ELECTION);
        assertThat(arena.value(ELECTION)).isBetween(tally.confirmed(), tally.confirmed() + tally.unknown());
    }

    private void report(String how, long highest, long next) {
        System.out.printf(
                "nemesis: %s: %s: highest token before %d, first after %d; %d terms%n",
                database.name(), how, highest, next, arena.history().beliefs().size());
    }
}
