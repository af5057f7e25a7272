package dev.primus.core.ballot;

import static dev.primus.core.ballot.Parish.ELECTION;
import static dev.primus.core.ballot.Parish.verdict;
import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.ElectionPhase;
import dev.primus.core.LossReason;
import dev.primus.core.NodeName;
import dev.primus.core.Quorum;
import dev.primus.core.Term;
import dev.primus.core.Trigger;
import dev.primus.core.ballot.BallotMessage.Acknowledged;
import dev.primus.core.ballot.BallotMessage.Candidacy;
import dev.primus.core.ballot.BallotMessage.Stage;
import dev.primus.core.ballot.BallotMessage.Stance;
import dev.primus.core.ballot.BallotMessage.Started;
import dev.primus.core.ballot.BallotMessage.Vote;
import dev.primus.core.ballot.BallotMessage.Winner;
import dev.primus.core.ballot.score.Capability;
import dev.primus.core.ballot.score.Facts;
import dev.primus.core.ballot.score.Report;
import dev.primus.core.spi.Enrolment;
import dev.primus.core.spi.Verdict;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@DisplayName("Who stands, and who of those is elected")
class CandidatesTest {

    // ---- who may ---------------------------------------------------------------------------------------------------

    @Test
    @Tag("B5")
    @DisplayName("voters refuse who has none of the entitling capabilities, whatever it makes of itself")
    void refusedByVoters() {
        Parish parish = Parish.of(3);
        Facts none = Facts.NONE.withCapabilities(Set.of(Capability.SEMANTIC_ANALYSIS));
        Candidacy bold = new Candidacy(
                ELECTION,
                Term.of(parish.id("b"), 1),
                1,
                Stage.VIABLE,
                parish.electorate(),
                parish.charter(),
                none,
                1_000_000);
        parish.member("c").hears(parish.id("b"), bold);
        parish.pass(400);

        assertThat(parish.said("c", Acknowledged.class).map(Acknowledged::stance))
                .containsOnly(Stance.NOT_YET);
        assertThat(parish.votesOf("c")).isEmpty();
    }

    @Test
    @Tag("B5")
    @DisplayName("where somebody vouches for capabilities, what a candidate says of itself counts nothing")
    void vouchedFor() {
        Parish parish = vouching(Map.of(
                new NodeName("a"), Set.of(),
                new NodeName("c"), Set.of(Capability.PROJECT_MANAGER)));
        parish.member("c").facts = Facts.NONE;

        assertThat(verdict(parish.bid("a"))).as("it only says so").isEqualTo(Verdict.NO);
        assertThat(parish.elects("c").token().value()).as("others say so").isEqualTo(1);
        assertThat(parish.member("b").report().candidates())
                .filteredOn(entry -> entry.node().equals(parish.id("c")))
                .flatExtracting(entry -> entry.facts().capabilities())
                .containsExactly(Capability.PROJECT_MANAGER);
    }

    @Test
    @Tag("B5")
    @DisplayName("nor does it make a score better")
    void vouchedScores() {
        Set<Capability> admin = Set.of(Capability.ADMIN_ELECTION);
        Parish parish = vouching(Map.of(new NodeName("c"), admin));
        parish.member("c").facts = Parish.scoring(16)
                .withCapabilities(
                        Set.of(Capability.ADMIN_ELECTION, Capability.PROJECT_MANAGER, Capability.CONTEXT_CURATION));
        parish.stand("b", "c");
        parish.pass(200);

        assertThat(parish.granted("b").token().value()).isEqualTo(1);
    }

    private static Parish vouching(Map<NodeName, Set<Capability>> attested) {
        Parish parish = new Parish(Quorum.majorityOf(3));
        parish.attested = attested;
        return parish.settled(3);
    }

    // ---- who is voted for ------------------------------------------------------------------------------------------

    @Test
    @Tag("B7")
    @DisplayName("of those who stand the best is elected; of two as good the one whose name comes first")
    void theBest() {
        Parish parish = Parish.of(3);
        parish.member("c").facts = Parish.scoring(23);
        parish.stand("a", "b", "c");
        assertThat(parish.granted("c").token().value()).isEqualTo(1);

        Parish alike = Parish.of(3);
        for (String name : List.of("a", "b", "c")) {
            alike.member(name).facts = Parish.scoring(5);
        }
        alike.stand("c", "b");
        alike.pass(200);
        assertThat(alike.granted("b").token().value()).isEqualTo(1);
    }

    @Test
    @Tag("B7")
    @DisplayName("a voter works out the score itself: what the candidate makes of its own facts is not heard")
    void ownScores() {
        Parish parish = Parish.of(3);
        Parish.Member c = parish.member("c");
        c.hears(parish.id("a"), viable(parish, "a", 1, 1));
        c.hears(parish.id("b"), viable(parish, "b", 1, 1_000_000));
        parish.pass(200);

        assertThat(parish.votesOf("c")).containsExactly(Term.of(parish.id("a"), 1));
    }

    @Test
    @DisplayName("voting begins when the best of all who take part stands, or when it has had its time")
    void whenTheyVote() {
        Parish parish = Parish.of(3);
        parish.stand("b", "c");
        assertThat(parish.sent).as("a may still come").noneMatch(letter -> letter.message() instanceof Vote);
        parish.bid("a");
        assertThat(parish.granted("a").token().value()).as("it has come").isEqualTo(1);

        Parish another = Parish.of(3);
        another.bid("b");
        another.pass(140);
        assertThat(another.sent).noneMatch(letter -> letter.message() instanceof Vote);
        another.pass(10);
        assertThat(another.granted("b").token().value()).isEqualTo(1);
    }

    @Test
    @DisplayName(
            "who knows of a better one keeps quiet; the better one asks for votes as soon as it has heard from all")
    void quiet() {
        Parish parish = Parish.of(5);
        parish.bid("a");
        assertThat(parish.granted("a").token().value()).as("at once").isEqualTo(1);
        assertThat(parish.said("a", Candidacy.class).map(Candidacy::stage)).containsOnly(Stage.STANDING, Stage.VIABLE);
        for (String name : List.of("b", "c", "d", "e")) {
            assertThat(parish.said(name, Candidacy.class)).as(name).isEmpty();
        }

        Parish another = Parish.of(5);
        another.lost = letter -> letter.message() instanceof Acknowledged;
        another.bid("a");
        another.bid("b");
        assertThat(another.said("b", Candidacy.class)).as("a stands").isEmpty();
        another.pass(140);
        assertThat(another.said("b", Candidacy.class)).isEmpty();
        another.pass(10);
        assertThat(another.said("b", Candidacy.class).map(Candidacy::stage))
                .as("a does not get on")
                .containsOnly(Stage.STANDING);
    }

    @Test
    @DisplayName("of many who may stand not all do at once: each has its turn")
    void turns() {
        Parish parish = Parish.of(5);
        for (String name : List.of("a", "b", "c", "d")) {
            parish.member(name).unlucky = true;
        }
        parish.stand("a", "b", "c", "d", "e");
        assertThat(parish.said("e", Candidacy.class).map(Candidacy::stage)).containsOnly(Stage.STANDING);
        for (String name : List.of("a", "b", "c", "d")) {
            assertThat(parish.said(name, Candidacy.class)).as(name).isEmpty();
        }
        parish.pass(20);
        assertThat(parish.granted("a").token().value())
                .as("the best, at its turn")
                .isEqualTo(1);
        assertThat(parish.said("e", Candidacy.class).map(Candidacy::stage)).doesNotContain(Stage.VIABLE);
    }

    @Test
    @DisplayName("when the better one withdraws, who kept quiet stands")
    void takesItsPlace() {
        Parish parish = Parish.of(3);
        parish.lost = letter ->
                letter.message() instanceof Acknowledged && letter.to().equals(parish.id("a"));
        parish.bid("a");
        parish.bid("b");
        assertThat(parish.said("b", Candidacy.class)).isEmpty();
        parish.member("a").enroll(Enrolment.Part.GONE);

        assertThat(parish.granted("b").token().value()).isEqualTo(1);
    }

    @Test
    @DisplayName("one who has withdrawn is not waited for")
    void withdrawn() {
        Parish parish = Parish.of(3);
        Parish.Member c = parish.member("c");
        c.hears(parish.id("a"), staged(parish, "a", Stage.STANDING));
        c.hears(parish.id("b"), viable(parish, "b", 1, 1));
        assertThat(parish.votesOf("c")).isEmpty();
        c.hears(parish.id("a"), staged(parish, "a", Stage.WITHDRAWN));

        assertThat(parish.votesOf("c")).containsExactly(Term.of(parish.id("b"), 1));
    }

    @Test
    @Tag("B7")
    @DisplayName("Live3 only who can reach a majority can be voted for: the best is not, the next is elected")
    void viability() {
        Parish parish = new Parish(Quorum.majorityOf(List.of(Parish.named(5))));
        parish.settled(5);
        Map<String, Integer> hours = Map.of("a", 20, "c", 16, "d", 12, "e", 8, "b", 4);
        hours.forEach((name, good) -> parish.member(name).facts = Parish.scoring(good));
        Set<Set<String>> links =
                Set.of(Set.of("a", "b"), Set.of("b", "c"), Set.of("b", "d"), Set.of("b", "e"), Set.of("c", "d"));
        parish.lost = letter -> !links.contains(
                Set.of(letter.from().name().value(), letter.to().name().value()));
        parish.stand("a", "b", "c", "d", "e");
        parish.pass(200);

        assertThat(parish.granted("c").token().value()).isEqualTo(1);
        assertThat(parish.said("a", Candidacy.class).map(Candidacy::stage)).doesNotContain(Stage.VIABLE);
        assertThat(parish.said("e", Candidacy.class).map(Candidacy::stage)).doesNotContain(Stage.VIABLE);
        assertThat(parish.votesOf("b")).containsExactly(Term.of(parish.id("c"), 1));
        for (String name : List.of("b", "d")) {
            assertThat(parish.said(name, Candidacy.class).map(Candidacy::stage))
                    .as(name + " could have been, but knows a better one")
                    .doesNotContain(Stage.VIABLE);
        }
    }

    @Test
    @DisplayName("no term is used up by one that nobody would follow")
    void noTermBeforeEnoughWould() {
        Parish parish = Parish.of(3);
        parish.cutOff("c");
        for (int i = 0; i < 5; i++) {
            parish.tryFor(Duration.ofMillis(600), "c");
        }
        parish.heal();

        assertThat(parish.elects("a").token().value()).isEqualTo(1);
    }

    @Test
    @Tag("B7")
    @DisplayName("after two elections without a winner the first that can be voted for is, whatever its score")
    void patienceEnds() {
        Parish parish = Parish.of(3);
        failOnce(parish);
        parish.pass(200);
        failOnce(parish);
        parish.pass(900);
        parish.heal();
        parish.bid("c");

        assertThat(parish.granted("c").leader())
                .as("at once, though better ones may come")
                .isEqualTo(parish.id("c"));
    }

    /** All stand and nobody's vote arrives. */
    private static void failOnce(Parish parish) {
        parish.lost = letter -> letter.message() instanceof Vote;
        parish.stand("a", "b", "c");
        parish.pass(400);
        assertThat(parish.member("b").report().winner()).isNull();
        for (String name : List.of("a", "b", "c")) {
            assertThat(verdict(parish.member(name).answer)).isEqualTo(Verdict.NO);
        }
    }

    @Test
    @Tag("B7")
    @DisplayName("without a winner there is another try after a random time: up to D at first, then E to 2E")
    void randomDelays() {
        Parish parish = Parish.of(3);
        parish.member("b").unlucky = true;
        failOnce(parish);
        assertThat(parish.member("a").sees().heirRemaining()).isEqualTo(Duration.ZERO);
        assertThat(parish.member("b").sees().heirRemaining()).isBetween(Duration.ofMillis(190), Duration.ofMillis(200));
        parish.pass(200);

        failOnce(parish);
        assertThat(parish.member("a").sees().heirRemaining()).isBetween(Duration.ofMillis(880), Duration.ofMillis(900));
        assertThat(parish.member("b").sees().heirRemaining())
                .isBetween(Duration.ofMillis(1780), Duration.ofMillis(1800));
    }

    // ---- how it goes -----------------------------------------------------------------------------------------------

    @Test
    @DisplayName("an election is announced, and takes everybody along who follows nobody")
    void announced() {
        Parish parish = Parish.of(3);
        parish.lost = letter -> letter.message() instanceof Candidacy;
        parish.bid("b");

        assertThat(parish.said("b", Started.class)).hasSize(2).allMatch(news -> news.term() == 1);
        assertThat(parish.member("c").phase()).isEqualTo(ElectionPhase.ELECTING);
        parish.pass(400);
        assertThat(parish.member("c").phase()).isEqualTo(ElectionPhase.IDLE);
        assertThat(parish.member("c").report().candidates()).isEmpty();
    }

    @Test
    @DisplayName("who follows a leader that is well takes no notice of an announcement")
    void notAnnouncedToFollowers() {
        Parish parish = Parish.of(3);
        parish.elects("a");
        parish.member("c").hears(parish.id("b"), new Started(ELECTION, 2, Trigger.MANUAL));

        assertThat(parish.member("c").phase()).isEqualTo(ElectionPhase.IDLE);
    }

    @Test
    @DisplayName("who was not heard is asked again, until the candidate has its answer")
    void askedAgain() {
        Parish parish = Parish.of(3);
        parish.lost = letter -> letter.message() instanceof Candidacy;
        parish.bid("a");
        parish.pass(100);
        parish.heal();
        parish.pass(100);

        assertThat(parish.granted("a").token().value()).isEqualTo(1);
    }

    @Test
    @DisplayName("the news of a winner ends the election for all others who stand, but only the winner can tell it")
    void newsOfAWinner() {
        Parish parish = Parish.of(3);
        parish.bid("b");
        Parish.Member b = parish.member("b");
        Term winner = Term.of(parish.id("a"), 1);
        Winner news = new Winner(ELECTION, winner, parish.member("a").facts, 1, List.of(), List.of());
        b.hears(parish.id("c"), news);
        assertThat(b.phase()).isEqualTo(ElectionPhase.ELECTING);
        b.hears(parish.id("a"), news);

        assertThat(b.phase()).isEqualTo(ElectionPhase.IDLE);
        assertThat(verdict(b.answer)).isEqualTo(Verdict.NO);
        assertThat(b.report().winner()).isEqualTo(winner);
    }

    @Test
    @DisplayName("a second bid takes the place of the first, which is answered")
    void secondBid() {
        Parish parish = Parish.of(3);
        parish.bid("b");
        parish.bid("b");
        parish.pass(200);

        assertThat(parish.granted("b").token().value()).isEqualTo(1);
        assertThat(parish.member("b").reports).hasSize(1);
    }

    @Test
    @Tag("B15")
    @DisplayName("afterwards anybody can read why it ended so: trigger, time, scores, votes, and who would not")
    void reports() {
        Parish parish = Parish.of(3);
        parish.start("c");
        parish.meet("a", "b", "c");
        parish.stand("a", "b");
        parish.pass(200);
        Term winner = parish.granted("a");
        Report report = parish.member("a").report();

        assertThat(report.election()).isEqualTo(ELECTION);
        assertThat(report.trigger()).isEqualTo(Trigger.DISCOVERY_FAILURE);
        assertThat(report.took()).isBetween(Duration.ZERO, Duration.ofMillis(200));
        assertThat(report.winner()).isEqualTo(winner);
        assertThat(report.candidates()).extracting(Report.Entry::node).containsExactly(parish.id("a"), parish.id("b"));
        assertThat(report.votes()).containsEntry(new NodeName("b"), winner);
        assertThat(report.vetoes()).containsExactly(Map.entry(new NodeName("c"), "not_yet"));
    }

    @Test
    @DisplayName("an heir that does not stand in its time loses its right")
    void heirWindow() {
        Parish parish = Parish.of(3);
        Term term = parish.elects("a");
        parish.release(term, LossReason.TRANSFERRED, new NodeName("c"));
        assertThat(Objects.requireNonNull(parish.member("b").sees().heir())).isEqualTo(new NodeName("c"));
        parish.pass(parish.timing.lease().heirWindow());

        assertThat(parish.elects("b").token().value()).isEqualTo(2);
    }

    private static Candidacy viable(Parish parish, String name, long number, int score) {
        return new Candidacy(
                ELECTION,
                Term.of(parish.id(name), number),
                1,
                Stage.VIABLE,
                parish.electorate(),
                parish.charter(),
                parish.member(name).facts,
                score);
    }

    private static Candidacy staged(Parish parish, String name, Stage stage) {
        return new Candidacy(
                ELECTION,
                Term.of(parish.id(name), 1),
                1,
                stage,
                parish.electorate(),
                parish.charter(),
                parish.member(name).facts,
                1);
    }
}
