package dev.primus.core.ballot;

import static dev.primus.core.ballot.Parish.ELECTION;
import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.ElectionPhase;
import dev.primus.core.ElectorateVersion;
import dev.primus.core.Quorum;
import dev.primus.core.Term;
import dev.primus.core.Trigger;
import dev.primus.core.ballot.BallotMessage.Acknowledged;
import dev.primus.core.ballot.BallotMessage.Candidacy;
import dev.primus.core.ballot.BallotMessage.Discovered;
import dev.primus.core.ballot.BallotMessage.Heard;
import dev.primus.core.ballot.BallotMessage.Stage;
import dev.primus.core.ballot.BallotMessage.Stance;
import dev.primus.core.ballot.BallotMessage.Started;
import dev.primus.core.ballot.BallotMessage.Winner;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Members with different configurations: no vote, no storm of terms, and the cause on every one of them. */
class ConfigurationTest {
    private static final Duration TEN_SECONDS = Duration.ofSeconds(10);
    private static final String FIVE = "3 of 5";
    private static final String THREE = "2 of 3";

    /** Three members, of which the best candidate counts by a cluster size of five. */
    private static Parish mixed() {
        return mixed(new Parish(Quorum.majorityOf(3)));
    }

    private static Parish mixed(Parish parish) {
        parish.otherQuorums.put("a", Quorum.majorityOf(5));
        return parish.settled(3);
    }

    private static List<Term> won(Parish parish) {
        return parish.sent.stream()
                .map(Parish.Letter::message)
                .filter(Winner.class::isInstance)
                .map(message -> ((Winner) message).term())
                .distinct()
                .toList();
    }

    @Test
    @DisplayName("members that agree elect one of them, once, whoever else has the best score")
    void oneTerm() {
        Parish parish = mixed();
        Duration beat = parish.timing.lease().renewEvery();
        parish.tryFor(beat, "a", "b", "c");
        Term term = parish.granted("b");
        for (long left = TEN_SECONDS.toMillis(); left > 0; left -= beat.toMillis()) {
            parish.renew("b", term);
            parish.tryFor(beat, "a", "c");
        }
        assertThat(won(parish)).containsExactly(term);
        assertThat(parish.votesOf("a")).isEmpty();
        assertThat(parish.member("a").leader()).isNull();
    }

    @Test
    @DisplayName("when too few are left that agree, nobody begins a term")
    void noTermWithoutAMajorityThatAgrees() {
        Parish parish = mixed();
        Term term = parish.elects("b");
        parish.members.remove("b");
        parish.meet("a", "c");
        parish.tryFor(TEN_SECONDS, "a", "c");
        assertThat(won(parish)).containsExactly(term);
        assertThat(parish.said("c", Candidacy.class))
                .as("it does not even ask, since it knows that it asks in vain")
                .isEmpty();
    }

    @Test
    @DisplayName("every member names the cause, the odd one included, before there is any election")
    void everybodySaysWhy() {
        Parish parish = mixed();
        for (String name : List.of("a", "b", "c")) {
            Parish.Member member = parish.member(name);
            assertThat(member.ballot.configurationMismatch())
                    .contains("goes by other rules", FIVE, THREE)
                    .isEqualTo(member.obstacle());
            assertThat(member.warnings).allMatch(warning -> warning.contains(FIVE) && warning.contains(THREE));
        }
        assertThat(parish.member("b").warnings).hasSize(1);
        assertThat(parish.member("a").warnings).hasSize(2);
    }

    @Test
    @DisplayName("who missed the introduction learns it from the first candidacy, and so does the candidate")
    void learntFromACandidacy() {
        Parish parish = new Parish(Quorum.majorityOf(3));
        parish.lost = letter -> letter.message() instanceof Heard;
        mixed(parish);
        parish.heal();
        parish.tryFor(Duration.ofSeconds(2), "a");
        assertThat(won(parish)).isEmpty();
        assertThat(parish.said("b", Acknowledged.class).map(Acknowledged::stance))
                .isNotEmpty()
                .containsOnly(Stance.NOT_YET);
        assertThat(parish.member("a").ballot.configurationMismatch()).contains(THREE);
        assertThat(parish.member("b").ballot.configurationMismatch()).contains(FIVE);
    }

    @Test
    @DisplayName("what members with another configuration say of elections and leaders is not believed")
    void nothingIsBelieved() {
        Parish parish = mixed();
        Parish.Member c = parish.member("c");
        Term theirs = Term.of(parish.id("a"), 7);
        c.hears(parish.id("a"), new Started(ELECTION, 7, Trigger.MANUAL));
        assertThat(c.phase()).isNotEqualTo(ElectionPhase.ELECTING);
        c.hears(parish.id("a"), new Discovered(ELECTION, theirs));
        c.hears(parish.id("a"), new Winner(ELECTION, theirs, parish.member("a").facts, 0, List.of(), List.of()));
        assertThat(c.leader()).isNull();
    }

    @Test
    @DisplayName("a candidate of a version that does not state its configuration is voted for")
    void notStated() {
        Parish parish = Parish.of(3);
        Term term = Term.of(parish.id("a"), 1);
        parish.member("c")
                .hears(
                        parish.id("a"),
                        new Candidacy(
                                ELECTION, term, 1, Stage.VIABLE, parish.electorate(), "", parish.member("a").facts, 1));
        assertThat(parish.votesOf("c")).containsExactly(term);
    }

    @Test
    @DisplayName("voters that were named otherwise are told of on both sides of a candidacy")
    void otherVoters() {
        Parish parish = new Parish(Quorum.majorityOf(List.of(Parish.named(3))));
        parish.otherQuorums.put("a", Quorum.majorityOf(List.of(Parish.named(5))));
        parish.settled(3);
        parish.tryFor(parish.timing.lease().renewEvery(), "a", "b", "c");
        assertThat(won(parish)).containsExactly(parish.granted("b"));
        for (String name : List.of("a", "b", "c")) {
            assertThat(parish.member(name).ballot.configurationMismatch()).contains("other voters of e");
        }
        ElectorateVersion same = Objects.requireNonNull(
                        parish.member("c").ballot.suffrage(ELECTION))
                .version();
        assertThat(same).isEqualTo(parish.electorate());
    }

    // ---- terms that come to nothing --------------------------------------------------------------------------------

    /** Votes get through, and no acknowledgement of a heartbeat does. */
    private static Parish futile() {
        Parish parish = Parish.of(3);
        parish.lost = letter -> letter.message() instanceof Heard;
        return parish;
    }

    @Test
    @DisplayName("each further term that comes to nothing doubles the wait before the next, up to a bound")
    void backOff() {
        Parish parish = futile();
        parish.tryFor(TEN_SECONDS, "a", "b", "c");
        assertThat(won(parish)).hasSizeBetween(3, 15);
        int before = won(parish).size();
        parish.tryFor(Duration.ofSeconds(60), "a", "b", "c");
        assertThat(won(parish).size() - before).isBetween(6, 25);
    }

    @Test
    @DisplayName("a term that is acknowledged ends the waiting")
    void backOffEnds() {
        Parish parish = futile();
        parish.tryFor(TEN_SECONDS, "a", "b", "c");
        parish.heal();
        parish.tryFor(Duration.ofSeconds(15), "a", "b", "c");
        Term term = won(parish).get(won(parish).size() - 1);
        parish.leadsFor(3_000, term);
        parish.lost = letter -> letter.message() instanceof Heard;
        int before = won(parish).size();
        parish.tryFor(Duration.ofSeconds(3), "a", "b", "c");
        assertThat(won(parish).size() - before).as("as soon as at first").isGreaterThan(1);
    }
}
