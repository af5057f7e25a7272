package dev.primus.core.ballot;

import static dev.primus.core.ballot.Parish.ELECTION;
import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.ElectionName;
import dev.primus.core.ElectionPhase;
import dev.primus.core.Quorum;
import dev.primus.core.Term;
import dev.primus.core.Trigger;
import dev.primus.core.ballot.BallotMessage.Acknowledged;
import dev.primus.core.ballot.BallotMessage.Candidacy;
import dev.primus.core.ballot.BallotMessage.Discover;
import dev.primus.core.ballot.BallotMessage.Discovered;
import dev.primus.core.ballot.BallotMessage.Enrolled;
import dev.primus.core.ballot.BallotMessage.Stage;
import dev.primus.core.ballot.BallotMessage.Stance;
import dev.primus.core.spi.Enrolment;
import dev.primus.core.spi.Mark;
import dev.primus.core.spi.PeerView;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("B2")
@DisplayName("Who comes in asks for a leader before it calls an election")
class DiscoveryTest {

    /** Comes in knowing that it has sworn nothing in this election. */
    private static Parish.Member comesIn(Parish parish, String name, boolean unlucky) {
        Term elsewhere = Term.of(parish.id("a"), 1);
        parish.disks.put(name, List.of(new Mark(new ElectionName("other"), elsewhere, parish.timing.silence())));
        Parish.Member member = parish.start(name, true);
        member.unlucky = unlucky;
        parish.meet("a", "b", "c");
        return member;
    }

    @Test
    @DisplayName("any member that knows the leader answers with it, and the question is settled")
    void anybodyAnswers() {
        Parish parish = Parish.of(3);
        Term term = parish.elects("a");
        parish.lost = letter -> letter.from().equals(parish.id("a"));
        Parish.Member c = comesIn(parish, "c", false);
        c.enroll(Enrolment.Part.CANDIDATE);

        assertThat(parish.said("b", Discovered.class)).containsExactly(new Discovered(ELECTION, term));
        assertThat(c.phase()).isEqualTo(ElectionPhase.IDLE);
        assertThat(c.leader()).isEqualTo(term);
        assertThat(c.looks).isNotEmpty();
    }

    @Test
    @DisplayName("who knows of no leader does not answer")
    void nobodyKnows() {
        Parish parish = Parish.of(3);
        Parish.Member c = comesIn(parish, "c", false);
        c.enroll(Enrolment.Part.CANDIDATE);

        assertThat(parish.said("c", Discover.class)).hasSize(2);
        assertThat(parish.said("a", Discovered.class)).isEmpty();
        assertThat(c.phase()).isEqualTo(ElectionPhase.DISCOVERING);
    }

    @Test
    @DisplayName("it asks again at every backoff, and whoever comes later at once")
    void asksAgain() {
        Parish parish = Parish.of(3);
        Parish.Member c = comesIn(parish, "c", false);
        c.enroll(Enrolment.Part.CANDIDATE);
        parish.pass(90);
        assertThat(parish.said("c", Discover.class)).hasSize(2);
        parish.pass(10);
        assertThat(parish.said("c", Discover.class)).hasSize(4);
        parish.pass(200);
        assertThat(parish.said("c", Discover.class)).hasSize(8);

        parish.start("d");
        parish.sent.clear();
        c.ballot.viewed(new PeerView(99, List.of(parish.id("a"), parish.id("b"), c.id, parish.id("d"))), parish.now);
        assertThat(parish.sent)
                .filteredOn(letter -> letter.message() instanceof Discover)
                .extracting(Parish.Letter::to)
                .containsExactly(parish.id("d"));
        assertThat(parish.said("c", Enrolled.class)).as("and introduces itself").hasSize(1);
    }

    @Test
    @DisplayName("hearsay binds nobody: whoever was only told of a leader would follow another")
    void hearsayBindsNobody() {
        Parish parish = Parish.of(3);
        Parish.Member c = comesIn(parish, "c", false);
        c.enroll(Enrolment.Part.CANDIDATE);
        c.hears(parish.id("b"), new Discovered(ELECTION, Term.of(parish.id("a"), 5)));
        assertThat(c.leader()).isEqualTo(Term.of(parish.id("a"), 5));
        c.hears(
                parish.id("b"),
                new Candidacy(
                        ELECTION,
                        Term.of(parish.id("b"), 1),
                        1,
                        Stage.STANDING,
                        parish.electorate(),
                        parish.charter(),
                        parish.member("b").facts,
                        1));

        assertThat(parish.said("c", Acknowledged.class).map(Acknowledged::stance))
                .containsExactly(Stance.AGREED);
        assertThat(parish.disks.get("c")).as("nothing was sworn").hasSize(1);
    }

    @Test
    @Tag("B3")
    @DisplayName("hearsay is believed for a heartbeat timeout; then there is no leader, for want of a heartbeat")
    void hearsayRunsOut() {
        Parish parish = Parish.of(3);
        Parish.Member c = comesIn(parish, "c", false);
        c.enroll(Enrolment.Part.CANDIDATE);
        c.hears(parish.id("b"), new Discovered(ELECTION, Term.of(parish.id("a"), 1)));
        c.looks.clear();
        parish.pass(890);
        assertThat(c.leader()).isNotNull();
        parish.pass(10);
        assertThat(c.leader()).isNull();
        assertThat(c.looks).isNotEmpty();

        parish.bid("c");
        parish.pass(400);
        assertThat(c.report().trigger()).isEqualTo(Trigger.HEARTBEAT_TIMEOUT);
    }

    @Test
    @DisplayName("an answer that is late, or below what is known, is no news")
    void lateAnswers() {
        Parish parish = Parish.of(3);
        Term term = parish.elects("a");
        Parish.Member c = parish.member("c");
        c.hears(parish.id("b"), new Discovered(ELECTION, Term.of(parish.id("b"), 9)));
        assertThat(c.leader()).as("it does not ask any more").isEqualTo(term);

        Parish other = Parish.of(3);
        other.disks.put("c", List.of(new Mark(ELECTION, Term.of(other.id("c"), 7), other.timing.silence())));
        Parish.Member late = other.start("c", true);
        late.enroll(Enrolment.Part.CANDIDATE);
        late.hears(other.id("b"), new Discovered(ELECTION, Term.of(other.id("a"), 6)));
        assertThat(late.leader()).isNull();
        assertThat(late.phase()).isEqualTo(ElectionPhase.DISCOVERING);
    }

    @Test
    @Tag("B3")
    @DisplayName(
            "without an answer it waits for 2D and a random part of D; then it may stand, since no leader was found")
    void theDelay() {
        Parish parish = Parish.of(3);
        Parish.Member lucky = comesIn(parish, "b", false);
        Parish.Member unlucky = comesIn(parish, "c", true);
        lucky.enroll(Enrolment.Part.CANDIDATE);
        unlucky.enroll(Enrolment.Part.CANDIDATE);

        assertThat(lucky.sees().heirRemaining()).isEqualTo(Duration.ofMillis(400));
        assertThat(unlucky.sees().heirRemaining())
                .isEqualTo(Duration.ofMillis(600).minusNanos(1));
        parish.pass(390);
        assertThat(lucky.sees().isOpenTo(lucky.id.name())).isFalse();
        lucky.looks.clear();
        parish.pass(10);
        assertThat(lucky.looks).isNotEmpty();
        assertThat(lucky.sees().isOpenTo(lucky.id.name())).isTrue();
        assertThat(unlucky.sees().isOpenTo(unlucky.id.name())).isFalse();
        parish.elects("b");
        assertThat(lucky.report().trigger()).isEqualTo(Trigger.DISCOVERY_FAILURE);
    }

    @Test
    @Tag("B3")
    @DisplayName("who has found a leader meanwhile does not stand after that delay")
    void stillLeaderless() {
        Parish parish = Parish.of(3);
        Parish.Member c = comesIn(parish, "c", false);
        c.enroll(Enrolment.Part.CANDIDATE);
        Term term = parish.elects("a");
        parish.leadsFor(900, term);

        assertThat(c.leader()).isEqualTo(term);
        parish.tryFor(Duration.ofMillis(200), "c");
        assertThat(parish.said("c", Candidacy.class)).isEmpty();
    }

    @Test
    @DisplayName("who leaves asks nobody, and is known to have left")
    void leaving() {
        Parish parish = new Parish(Quorum.majorityOf(3));
        parish.start("a", "b", "c");
        parish.meet("a", "b", "c");
        parish.member("c").enroll(Enrolment.Part.GONE);

        assertThat(parish.said("c", Discover.class)).isEmpty();
        assertThat(parish.member("a").ballot.books(parish.now).candidates())
                .singleElement()
                .satisfies(each -> assertThat(each.part()).isEqualTo(Enrolment.Part.GONE));
    }

    @Test
    @DisplayName("more than fifty elections are asked for, and introduced, in parts")
    void manyElections() {
        Parish parish = new Parish(Quorum.majorityOf(3));
        parish.start("a", "b");
        parish.meet("a");
        Parish.Member a = parish.member("a");
        for (int i = 0; i < 120; i++) {
            a.ballot.enroll(new Enrolment(new ElectionName("e" + i), Enrolment.Part.CANDIDATE), parish.now);
        }
        parish.meet("a", "b");

        assertThat(parish.said("a", Discover.class)).hasSize(3);
        assertThat(parish.said("a", Enrolled.class)).hasSize(3);
        assertThat(parish.member("b").ballot.books(parish.now).elections()).hasSize(120);
    }
}
