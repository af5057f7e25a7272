package dev.primus.nemesis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.nemesis.Arena.Led;
import dev.primus.nemesis.Arena.Tally;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Everything at once. */
abstract class StormScenarios extends FenceScenarios {
    @Test
    @Tag("L5")
    @DisplayName("C2, C4, Live3: a short storm of kills, pauses, hand-overs and restarts")
    void shortStorm() throws Exception {
        storm("short-storm", Duration.ofSeconds(12));
    }

    @Test
    @Tag("long")
    @Tag("L5")
    @DisplayName("C2, C4, Live3: three minutes of kills, pauses, hand-overs and restarts")
    void longStorm() throws Exception {
        storm("long-storm", Duration.ofMinutes(3));
    }

    private void storm(String election, Duration length) throws Exception {
        long seed = Long.getLong("primus.nemesis.seed", System.nanoTime());
        Arena arena = arena(election, SHORT);
        if (database() instanceof DatabaseServer) {
            for (String node : List.of("a", "b", "c")) {
                arena.proxyFor(node, seed);
            }
        }
        arena.start("a", "b", "c");
        Storm storm = new Storm(arena, seed);
        storm.rage(length);
        storm.calm();
        long calmAt = System.nanoTime();
        Led leader = arena.awaitLeader(calmAt, arena.lease().multipliedBy(2).plus(Arena.SLACK), any -> true);
        long healed = leader.sample().after() - calmAt;
        arena.close();

        Tally tally = arena.tally(election);
        assertThat(arena.value(election)).isBetween(tally.confirmed(), tally.confirmed() + tally.unknown());
        report(
                "storm of %d s, seed %d: %s; %d terms, %d writes confirmed, %d rejected, %d unknown; healed in %.0f ms",
                TimeUnit.NANOSECONDS.toSeconds(nanos(length)),
                seed,
                storm,
                arena.history().beliefs().size(),
                tally.confirmed(),
                tally.rejected(),
                tally.unknown(),
                millis(healed));
    }
}
