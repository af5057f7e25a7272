package dev.primus.nemesis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.nemesis.Arena.Led;
import dev.primus.nemesis.Journals.Belief;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a database behind a network must stand besides: that it goes away, or that the network does. */
abstract class ServerScenarios extends NemesisScenarios {
    private static final String[] NODES = {"a", "b", "c"};

    abstract DatabaseServer server(Path home) throws Exception;

    @Override
    final Database open(Path home) throws Exception {
        DatabaseServer server = server(home);
        server.start();
        return server;
    }

    private DatabaseServer server() {
        return (DatabaseServer) database();
    }

    @Test
    @Tag("L8")
    @DisplayName("Live4, Live3: the database is away for 5 s: nobody leads past the deadline, and it heals by itself")
    void restart() throws Exception {
        outage("outage", Duration.ofSeconds(5));
    }

    @Test
    @Tag("long")
    @Tag("L8")
    @DisplayName(
            "Live4, Live3: the database is away for a minute: nobody leads past the deadline, and it heals by itself")
    void longOutage() throws Exception {
        outage("long-outage", Duration.ofSeconds(60));
    }

    private void outage(String election, Duration length) throws Exception {
        Arena arena = arena(election, SHORT);
        arena.start(NODES);
        Led former = arena.awaitLeader();
        server().stop();
        long downAt = System.nanoTime();
        Thread.sleep(length.toMillis());
        long startedAt = System.nanoTime();
        server().start();
        long upAt = System.nanoTime();
        Led next = arena.awaitLeader(upAt, arena.lease().multipliedBy(2).plus(Arena.SLACK), any -> true);

        assertThat(next.token()).isGreaterThan(former.token());
        long deadline = downAt + nanos(arena.timing().reign());
        long last = lastClaim(arena, former.token());
        assertThat(last).as("the last claim of the leader").isLessThan(deadline);
        assertThat(arena.children().stream()
                        .flatMap(child -> child.heldSince(election, deadline).stream())
                        .filter(claim -> claim.after() < startedAt))
                .as("claims while the database was away")
                .isEmpty();
        assertThat(Journals.of(former.by().journal(), election, "revoked"))
                .as("the leader was told")
                .isNotEmpty();
        assertThat(former.by().journal().feed()).extracting(Journal.Feed::event).contains("store_lost");
        report(
                "database away for %d s: last claim %.0f ms after it went (%d ms allowed), healed %.0f ms after it was"
                        + " back; token %d -> %d",
                length.toSeconds(),
                millis(last - downAt),
                arena.timing().reign().toMillis(),
                millis(next.sample().after() - upAt),
                former.token(),
                next.token());
    }

    /** The stamp before the last question that was answered with yes for that term. */
    private static long lastClaim(Arena arena, long token) {
        return arena.history().beliefs().stream()
                .filter(belief -> belief.token() == token)
                .mapToLong(Belief::lastedUntil)
                .max()
                .orElseThrow();
    }

    @Test
    @Tag("L4")
    @Tag("L5")
    @DisplayName(
            "Live4, C4, C6: a leader whose connection is a black hole is none by its deadline; others take over; it"
                    + " comes back as a standby")
    void blackHole() throws Exception {
        Arena arena = arena("black-hole", SHORT);
        Map<String, Proxy> wires = wires(arena, 0);
        arena.start(NODES);
        Led former = arena.awaitLeader();
        Proxy wire = wires.get(former.by().node());
        wire.blackHole();
        long closedAt = System.nanoTime();

        Led next = arena.awaitLeader(closedAt, arena.lease().plus(Arena.SLACK), child -> child != former.by());
        long last = lastClaim(arena, former.token());
        assertThat(last)
                .as("the last claim of the leader")
                .isLessThan(closedAt + nanos(arena.timing().reign()));
        assertThat(next.token()).isGreaterThan(former.token());
        wire.open();
        long openedAt = System.nanoTime();
        arena.until(
                "the lost one follows",
                arena.lease().plus(Arena.SLACK),
                () -> Journals.of(former.by().journal(), arena.election(), "leader_changed").stream()
                        .anyMatch(record -> record.token() == next.token()));
        long followedAt = System.nanoTime();

        assertThat(former.by().heldSince(arena.election(), openedAt))
                .as("claims after the wire opened")
                .isEmpty();
        assertThat(arena.awaitLeader().token()).as("the successor goes on").isEqualTo(next.token());
        report(
                "black hole: last claim %.0f ms after it closed (%d ms allowed), successor after %.0f ms,"
                        + " standby again %.0f ms after it opened",
                millis(last - closedAt),
                arena.timing().reign().toMillis(),
                millis(next.sample().after() - closedAt),
                millis(followedAt - openedAt));
    }

    @Test
    @Tag("L4")
    @DisplayName(
            "C4, C6, Live3: bids, renewals and releases whose replies are lost after the server has carried them out"
                    + " give no two leaders")
    void lostReplies() throws Exception {
        long seed = Long.getLong("primus.nemesis.seed", System.nanoTime());
        Arena arena = arena("lost-replies", SHORT);
        Map<String, Proxy> wires = wires(arena, seed);
        arena.start(NODES);
        arena.awaitLeader();
        wires.values().forEach(Proxy::cutSomeReplies);
        long until = System.nanoTime() + 3 * nanos(arena.lease());
        while (System.nanoTime() < until) {
            for (Child child : arena.children()) {
                child.say("resign");
            }
            Thread.sleep(arena.lease().toMillis() / 2);
        }
        wires.values().forEach(Proxy::open);
        long openedAt = System.nanoTime();
        Led next = arena.awaitLeader(openedAt, arena.lease().multipliedBy(2).plus(Arena.SLACK), any -> true);

        int cuts = wires.values().stream().mapToInt(Proxy::cuts).sum();
        assertThat(cuts).as("replies lost").isPositive();
        report(
                "lost replies, seed %d: %d cut, %d terms, healed in %.0f ms",
                seed,
                cuts,
                arena.history().beliefs().size(),
                millis(next.sample().after() - openedAt));
    }

    private static Map<String, Proxy> wires(Arena arena, long seed) throws IOException {
        Map<String, Proxy> wires = new HashMap<>();
        for (String node : NODES) {
            wires.put(node, arena.proxyFor(node, seed + node.hashCode()));
        }
        return wires;
    }
}
