package dev.primus.server.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.NodeId;
import dev.primus.server.control.Answer;
import dev.primus.server.control.Explanation;
import dev.primus.server.control.FakeOffice;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ExplainedViewTest {
    private static final Answer.Explained TOLD =
            Explanation.of(NodeId.parse("core-2#7f3a9c04"), FakeOffice.won(43), false);

    private static Answer.Explained of(List<Answer.Candidate> candidates, boolean won) {
        return new Answer.Explained(
                TOLD.node(),
                TOLD.election(),
                false,
                TOLD.trigger(),
                TOLD.at(),
                TOLD.tookMs(),
                won ? TOLD.winner() : null,
                won ? TOLD.term() : null,
                candidates,
                TOLD.votes(),
                Map.of("core-3", "x".repeat(200)),
                null);
    }

    @Test
    void whoStoodWithWhichScoreAndWhyTheWinnerWon() {
        assertThat(String.join("\n", new ExplainedView(TOLD).lines())).isEqualTo("""
                coordinator: core-1 wins term 43 with 0.237500, before core-2 (0.162500, too few would follow it).
                Called for by admin_heartbeat_timeout, took 412 ms, over at 2026-11-16T01:06:11Z.

                CANDIDATE           SCORE  UPTIME  CAPAB  RESRC   NETW  EXPER  REPUT  VOTES
                core-1#00aa11bb  0.237500   0.125  0.250  0.375  0.000  0.500  0.900      2
                core-2#7f3a9c04  0.162500   0.125  0.250  0.375  0.000  0.000  1.000      0

                CANDIDATE         UP  FREE CPU    MEM   DISK   NETW  KNOWN  FAILED  CAPABILITIES
                core-1#00aa11bb  3 h     0.500  0.250  0.750  0.000    3 d       1  admin_election
                core-2#7f3a9c04  3 h     0.500  0.250  0.750  0.000   0 ms       0  admin_election

                core-1 voted for core-1.
                core-2 voted for core-1.
                core-3 would not have followed: it is bound to another until it has not heard it for 15 s.""");
    }

    @Test
    void itFitsIntoAHundredColumnsHoweverLongTheNames() {
        Answer.Candidate one = TOLD.candidates().get(0);
        Answer.Stated stated = one.stated();
        Answer.Candidate wide = new Answer.Candidate(
                "n".repeat(63) + "#00aa11bb",
                true,
                one.scores(),
                new Answer.Stated(
                        stated.uptimeMs(),
                        Collections.nCopies(20, "semantic_analysis"),
                        stated.freeCpu(),
                        stated.freeMemory(),
                        stated.freeDisk(),
                        stated.networkQuality(),
                        stated.experienceMs(),
                        stated.failedTerms()));
        assertThat(new ExplainedView(of(Collections.nCopies(7, wide), true)).lines())
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(100));
    }

    @Test
    void nobodyHasWon() {
        assertThat(new ExplainedView(of(TOLD.candidates(), false)).story())
                .isEqualTo("nobody wins: core-1 (0.237500), core-2 (0.162500, too few would follow it)");
        assertThat(new ExplainedView(of(List.of(), false)).story()).isEqualTo("nobody stands");
    }

    @Test
    void aDryRunSaysThatNobodyHasVoted() {
        Answer.Explained dry = Explanation.of(NodeId.parse("core-2#7f3a9c04"), FakeOffice.won(43), true);
        assertThat(new ExplainedView(dry).lines())
                .startsWith(
                        "coordinator: core-1 would win with 0.237500, before core-2 (0.162500, too few would follow it).",
                        "By what all within reach state now; nobody has voted.");
    }
}
