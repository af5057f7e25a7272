package dev.primus.nemesis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.nemesis.Arena.Tally;
import dev.primus.nemesis.ContenderSettings.Work;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a leader writes that was replaced between check and write. */
abstract class FenceScenarios extends PauseScenarios {
    @Test
    @Tag("Z2")
    @DisplayName(
            "C2: all fenced writes of a leader that was paused between check and write are rejected; without a fence"
                    + " updates are lost")
    void fencedWrites() throws Exception {
        Map<String, Work> both = new LinkedHashMap<>();
        both.put("fenced", Work.FENCED);
        both.put("unfenced", Work.UNFENCED);
        Arena arena = arena(SHORT, both);
        Child paused = arena.start("a").get(0);
        Map<String, Long> terms = new LinkedHashMap<>();
        for (String election : both.keySet()) {
            terms.put(
                    election,
                    arena.awaitClaim(election, 0, arena.lease().plus(Arena.SLACK), any -> true)
                            .token());
        }
        Child other = arena.start("b").get(0);

        paused.say("arm");
        arena.until(
                "both duties stand between check and write",
                Arena.SLACK,
                () -> paused.journal().failPoints().stream().distinct().count() == 2);
        arena.pause(paused);
        for (String election : both.keySet()) {
            arena.until(
                    "the successor writes " + election,
                    arena.lease().plus(Arena.SLACK),
                    () -> written(other, election, "wrote") >= 10);
        }
        paused.say("go");
        paused.cont();
        arena.until(
                "the resumed leader has written",
                Arena.SLACK,
                () -> written(paused, "fenced", "rejected") >= Teller.BACKLOG
                        && paused.journal().writes().stream()
                                        .filter(write -> write.election().equals("unfenced")
                                                && write.what().equals("wrote"))
                                        .mapToLong(Journal.Write::nanos)
                                        .max()
                                        .orElse(0)
                                > firstWrite(other, "unfenced"));
        other.kill9();
        paused.kill9();

        Tally fenced = arena.tally("fenced");
        Tally unfenced = arena.tally("unfenced");
        assertThat(written(paused, "fenced", "wrote", firstWrite(other, "fenced")))
                .as("fenced writes that the resumed leader got through")
                .isZero();
        assertThat(arena.value("fenced")).isBetween(fenced.confirmed(), fenced.confirmed() + fenced.unknown());
        assertThat(arena.value("unfenced")).as("the control run loses updates").isLessThan(unfenced.confirmed());
        report(
                "fenced writes of a resumed leader: %d of %d rejected, %d confirmed of all writers and %d in the account;"
                        + " without fence %d confirmed and %d in the account",
                fenced.rejected(),
                Teller.BACKLOG,
                fenced.confirmed(),
                arena.value("fenced"),
                unfenced.confirmed(),
                arena.value("unfenced"));
    }

    private static long firstWrite(Child child, String election) {
        return child.journal().writes().stream()
                .filter(write ->
                        write.election().equals(election) && write.what().equals("wrote"))
                .mapToLong(Journal.Write::nanos)
                .min()
                .orElse(Long.MAX_VALUE);
    }

    private static long written(Child child, String election, String how) {
        return written(child, election, how, 0);
    }

    private static long written(Child child, String election, String how, long since) {
        return child.journal().writes().stream()
                .filter(write ->
                        write.election().equals(election) && write.what().equals(how) && write.nanos() > since)
                .count();
    }
}
