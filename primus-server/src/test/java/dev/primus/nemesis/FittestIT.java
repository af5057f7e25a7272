package dev.primus.nemesis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.Availability;
import dev.primus.core.ballot.score.Capability;
import dev.primus.nemesis.Journal.Stood;
import dev.primus.nemesis.Journal.Vote;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The fittest of real processes wins, by what is really measured of them: nothing here is stated, all of it is so. */
@Tag("B6")
@Tag("B7")
class FittestIT {
    /** Two periods of the measuring, and a busy machine. */
    private static final Duration UNTIL_MEASURED = Duration.ofSeconds(45);

    @TempDir
    private Path folder;

    private PeerArena arena;

    @AfterEach
    void clear() {
        if (arena != null) {
            arena.close();
        }
    }

    @Test
    @DisplayName("B7: who can do more than the others wins when an election is held, whoever led before")
    void theGiftedOne() throws Exception {
        arena = new PeerArena(folder, Availability.MAJORITY)
                .local("n0", "n1", "n2")
                .byBallot(Map.of("n2", List.copyOf(Capability.ENTITLING)))
                .patient();
        arena.startAll();
        Child first = arena.awaitOne();
        if (first.node().equals("n2")) {
            first.say("transfer n0");
            arena.until(
                    "n0 leads", PeerArena.SLACK, () -> arena.awaitOne().node().equals("n0"));
        }

        arena.until(
                "it is measured that n2 is the fittest of three",
                UNTIL_MEASURED,
                () -> isFirstOfThree("n2", survey(arena.awaitOne())));

        Vote vote = heldElection();

        assertThat(vote.winner()).as("%s", vote).isEqualTo("n2");
        assertThat(vote.candidates().get(0).node()).isEqualTo("n2");
        assertThat(arena.awaitOne().node()).isEqualTo("n2");
    }

    @Test
    @DisplayName("B6: where only resources count, a busy node loses to an idle one")
    void theIdleOne() throws Exception {
        start(onProcessors().byResourcesAlone());
        rounds(1);
    }

    @Test
    @Tag("long")
    @DisplayName("B6: by the usual weights a busy node loses to an idle one, five times of five")
    void theIdleOneEveryTime() throws Exception {
        start(onProcessors());
        // How well nodes reach each other counts for more than all else here, and is known after so many answers.
        TimeUnit.SECONDS.sleep(90);
        rounds(5);
    }

    private PeerArena onProcessors() throws Exception {
        return new PeerArena(folder, Availability.MAJORITY)
                .localOnProcessors("n0", "n1", "n2")
                .byBallot();
    }

    private void start(PeerArena nodes) {
        arena = nodes;
        try {
            arena.startAll();
        } catch (IOException e) {
            Assumptions.abort("processes cannot be bound to processors here: " + e.getMessage());
        }
    }

    /**
     * Who leads gives way when an election is asked for, and is not waited for. So it is one of the two others that is made
     * busy, and the very one that was the better of them.
     */
    private void rounds(int many) throws Exception {
        for (int round = 1; round <= many; round++) {
            Child leader = arena.awaitOne();
            Stood before = survey(leader).candidates().stream()
                    .filter(each -> !each.node().equals(leader.node()))
                    .findFirst()
                    .orElseThrow();
            Child busy = living(before.node());
            busy.say("work");
            arena.until(
                    "it is measured that " + busy + " is busy", UNTIL_MEASURED, () -> isBusy(before, survey(leader)));

            Vote vote = heldElection();

            Stood then = vote.of(before.node());
            report(
                    "round %d: %s had %s, was made busy: %s; elected was %s of %s",
                    round, busy, before, then, vote.winner(), vote);
            assertThat(vote.winner()).as("%s, where %s is busy", vote, busy).isNotEqualTo(busy.node());
            assertThat(vote.of(vote.winner()).score()).as("%s", vote).isGreaterThan(then.score());
            assertThat(arena.awaitOne()).isNotEqualTo(busy);
            busy.say("rest");
        }
        assertThat(arena.history().violations()).isEmpty();
    }

    /** All three are there and have measured their network, and none comes near: what is left to chance does not decide. */
    private static boolean isFirstOfThree(String node, Vote now) {
        List<Stood> all = now.candidates();
        return all.size() == 3
                && all.stream().allMatch(each -> each.network() > 0)
                && all.get(0).node().equals(node)
                && all.get(0).score() - all.get(1).score() > 50_000;
    }

    /** Its heap and its processor, in two samples of three: it would not be enough for one to stand out. */
    private static boolean isBusy(Stood before, Vote now) {
        return now.candidates().stream()
                .filter(each -> each.node().equals(before.node()))
                .anyMatch(each -> each.freeMemory() < before.freeMemory() / 2 && each.freeCpu() <= 500_000);
    }

    /** Who would win, as one process finds out. */
    private Vote survey(Child asked) throws IOException {
        int known = asked.journal().votes("survey").size();
        asked.say("survey");
        arena.until(
                "a survey",
                PeerArena.SLACK,
                () -> asked.journal().votes("survey").size() > known);
        return asked.journal().votes("survey").get(known);
    }

    /** Asks for an election, though a leader is well, and waits for it to be over. */
    private Vote heldElection() throws IOException {
        Child leader = arena.awaitOne();
        List<Child> others =
                arena.children().stream().filter(each -> each != leader).toList();
        Child asked = others.get(0);
        int known = asked.journal().votes("elected").size();
        asked.say("trigger");
        arena.until("an election", PeerArena.SLACK, () -> won(asked, known) != null);
        return won(asked, known);
    }

    /** The first since then that somebody has won. */
    private static Vote won(Child asked, int known) {
        return asked.journal().votes("elected").stream()
                .skip(known)
                .filter(vote -> !vote.winner().equals("-"))
                .findFirst()
                .orElse(null);
    }

    private Child living(String node) {
        return arena.children().stream()
                .filter(each -> each.node().equals(node))
                .findFirst()
                .orElseThrow();
    }

    private static void report(String what, Object... details) {
        System.out.println(what.formatted(details));
    }
}
