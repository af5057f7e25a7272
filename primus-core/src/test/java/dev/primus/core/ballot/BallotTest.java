package dev.primus.core.ballot;

import static dev.primus.core.ballot.Parish.verdict;
import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.ElectionPhase;
import dev.primus.core.NodeId;
import dev.primus.core.Quorum;
import dev.primus.core.Term;
import dev.primus.core.ballot.BallotMessage.Candidacy;
import dev.primus.core.ballot.BallotMessage.Heartbeat;
import dev.primus.core.ballot.BallotMessage.Stage;
import dev.primus.core.ballot.BallotMessage.Vote;
import dev.primus.core.ballot.score.Capability;
import dev.primus.core.ballot.score.Facts;
import dev.primus.core.ballot.score.Report;
import dev.primus.core.spi.Enrolment;
import dev.primus.core.spi.Verdict;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The six tests that the document of this engine names, by those names. */
@Tag("B14")
@DisplayName("What the document tests")
class BallotTest {

    @Test
    @Tag("B1")
    @DisplayName("initial state: idle, in term 0, and known by its name")
    void initialState() {
        Parish parish = new Parish(Quorum.majorityOf(3));
        Parish.Member a = parish.start("a", true);

        assertThat(a.phase()).isEqualTo(ElectionPhase.IDLE);
        assertThat(a.sees().epoch()).isZero();
        assertThat(a.leader()).isNull();
        assertThat(a.ballot.view().members()).containsExactly(a.id);
    }

    @Test
    @Tag("B5")
    @DisplayName("canBeAdmin: with one of the entitling capabilities, and not without")
    void canBeAdmin() {
        for (String name : List.of("admin_election", "context_curation", "project_manager")) {
            Parish parish = Parish.of(3);
            parish.member("a").facts = Facts.NONE.withCapabilities(Set.of(new Capability(name)));
            assertThat(parish.elects("a").token().value()).as(name).isEqualTo(1);
        }
        Parish parish = Parish.of(3);
        parish.member("a").facts = Facts.NONE.withCapabilities(Set.of(Capability.KEY_RECONSTRUCTION));

        assertThat(verdict(parish.bid("a"))).isEqualTo(Verdict.NO);
        assertThat(parish.said("a", Candidacy.class)).isEmpty();
    }

    @Test
    @Tag("B7")
    @DisplayName(
            "winner by votes, then score: most votes win, the score breaks ties, and without votes the best score wins")
    void winnerByVotesThenScore() {
        assertThat(winner("b", "b", "a")).as("most votes").isEqualTo("b");
        assertThat(winner("b", "a")).as("as many votes").isEqualTo("a");
        assertThat(winner()).as("no votes").isEqualTo("a");
    }

    /** Who wins where no majority is asked for; both a, the better one, and b stand, and these are the votes. */
    private static String winner(String... votes) {
        Parish parish = Parish.available(5);
        // Nobody votes by itself, and so the votes of this test are all there are; and b does not know a better one in
        // time.
        Set<NodeId> both = Set.of(parish.id("a"), parish.id("b"));
        parish.lost = letter -> letter.message() instanceof Vote
                || letter.message() instanceof Candidacy said
                        && (said.stage() == Stage.VIABLE) != both.contains(letter.to());
        for (String name : List.of("a", "b", "c", "d", "e")) {
            parish.member(name).diskFull = true;
        }
        parish.stand("a", "b");
        parish.pass(160);
        for (int i = 0; i < votes.length; i++) {
            NodeId voter = parish.id(List.of("c", "d", "e").get(i));
            Term chosen = parish.said(votes[i], Candidacy.class)
                    .filter(said -> said.stage() == Stage.VIABLE)
                    .findFirst()
                    .orElseThrow()
                    .term();
            for (String name : List.of("a", "b")) {
                parish.member(name).hears(voter, new Vote(Parish.ELECTION, chosen, parish.electorate()));
            }
        }
        parish.pass(parish.timing.election());
        List<String> winners = Stream.of("a", "b")
                .flatMap(name -> parish.member(name).reports.stream())
                .map(Report::winner)
                .filter(Objects::nonNull)
                .map(term -> term.leader().name().value())
                .distinct()
                .toList();
        assertThat(winners).hasSize(1);
        return winners.get(0);
    }

    @Test
    @DisplayName(
            "candidacy added: a member that is told of a candidate has it in its election, with all that it states")
    void candidacyAdded() {
        Parish parish = Parish.of(3);
        parish.bid("b");

        assertThat(parish.member("c").phase()).isEqualTo(ElectionPhase.ELECTING);
        parish.pass(parish.timing.election());
        Report report = parish.member("c").report();
        Facts measured = parish.member("b").facts.withNetworkQuality(1);
        assertThat(report.candidates())
                .filteredOn(entry -> entry.node().equals(parish.id("b")))
                .extracting(Report.Entry::facts)
                .containsExactly(measured);
    }

    @Test
    @Tag("B4")
    @DisplayName("heartbeat needs leadership: who leads sends it, who does not is refused and sends nothing")
    void heartbeatNeedsLeadership() {
        Parish parish = Parish.of(3);
        Term term = parish.elects("a");
        parish.sent.clear();

        assertThat(verdict(parish.renew("b", term))).isEqualTo(Verdict.NO);
        assertThat(parish.said("b", Heartbeat.class)).isEmpty();
        assertThat(verdict(parish.renew("a", term))).isEqualTo(Verdict.YES);
        assertThat(parish.said("a", Heartbeat.class)).hasSize(2);
    }

    @Test
    @DisplayName("three nodes agree: all name the same leader, and it is the best of them")
    void threeNodesAgree() {
        Parish parish = Parish.of(3);
        parish.stand("c", "b", "a");

        Term elected = parish.granted("a");
        for (String name : List.of("a", "b", "c")) {
            assertThat(parish.member(name).leader()).as(name).isEqualTo(elected);
        }
        assertThat(verdict(parish.member("b").answer)).isEqualTo(Verdict.NO);
        assertThat(parish.member("b").ballot.books(parish.now).candidates())
                .extracting(each -> each.part())
                .containsOnly(Enrolment.Part.CANDIDATE);
    }
}
