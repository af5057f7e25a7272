package dev.primus.core.ballot;

import static dev.primus.core.ballot.Parish.ELECTION;
import static dev.primus.core.ballot.Parish.verdict;
import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.LossReason;
import dev.primus.core.NodeId;
import dev.primus.core.Pause;
import dev.primus.core.Quorum;
import dev.primus.core.Term;
import dev.primus.core.ballot.BallotMessage.Acknowledged;
import dev.primus.core.ballot.BallotMessage.Discovered;
import dev.primus.core.ballot.BallotMessage.Ended;
import dev.primus.core.ballot.BallotMessage.Enrolled;
import dev.primus.core.ballot.BallotMessage.Heard;
import dev.primus.core.ballot.BallotMessage.Paused;
import dev.primus.core.ballot.BallotMessage.Reply;
import dev.primus.core.ballot.BallotMessage.Stance;
import dev.primus.core.ballot.BallotMessage.Winner;
import dev.primus.core.ballot.score.Facts;
import dev.primus.core.spi.Enrolment;
import dev.primus.core.spi.Verdict;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@DisplayName("What one member says cannot spoil an election for the others")
class GatesTest {
    private static final long ABSURD = 1_700_000_000_000L;
    private static final Pause PAUSE = new Pause("ops", "maintenance", Instant.EPOCH);

    @Test
    @DisplayName("Vote4 four vote where three were set: nobody new leads, and people are told")
    void oneTooMany() {
        Parish parish = new Parish(Quorum.majorityOf(3)).settled(4);

        parish.bid("a");
        parish.pass(parish.timing.election());
        parish.bid("c");
        parish.pass(parish.timing.election());
        assertThat(parish.members.values()).extracting(Parish.Member::leader).containsOnlyNulls();
        assertThat(parish.member("a").obstacle()).startsWith("4 nodes vote where there should be 3");

        parish.meet("a", "b", "c");
        parish.pass(2000);
        parish.elects("a");
    }

    @Test
    @Tag("B12")
    @DisplayName("Vote9 a number that nobody can have come to is believed at no door")
    void absurdNumbers() {
        Parish parish = Parish.of(3);
        Term led = parish.elects("a");
        NodeId c = parish.id("c");
        Term absurd = Term.of(c, ABSURD);
        parish.member("a")
                .hears(
                        c,
                        new Heard(
                                1,
                                true,
                                List.of(new Reply(ELECTION, led, parish.electorate(), Stance.NOT_YET, ABSURD))));
        parish.member("a")
                .hears(c, new Acknowledged(ELECTION, 1, true, parish.electorate(), Stance.AGREED, ABSURD, null));
        parish.member("b").hears(c, new Discovered(ELECTION, absurd));
        parish.member("b").hears(c, new Ended(ELECTION, Term.of(c, Long.MAX_VALUE), LossReason.RELEASED, null));
        parish.member("b").hears(c, new Winner(ELECTION, absurd, Facts.NONE, 0, List.of(), List.of()));
        parish.leadsFor(5000, led);

        assertThat(parish.member("b").leader()).isEqualTo(led);
        parish.release(led, LossReason.RELEASED, null);
        assertThat(parish.elects("b").token().value()).isEqualTo(2);
    }

    @Test
    @Tag("B12")
    @DisplayName("Vote9 a voter that is alone believes no leap by the word of one that only watches")
    void absurdNumbersOfAnObserver() {
        Parish parish = new Parish(Quorum.majorityOf(1)).settled(1);
        Term led = parish.elects("a");
        parish.release(led, LossReason.RELEASED, null);
        NodeId observer = NodeId.of("z", "00000001");
        parish.member("a").hears(observer, new Discovered(ELECTION, Term.of(observer, 1_000_000)));

        assertThat(parish.elects("a").token().value()).isEqualTo(2);
    }

    @Test
    @DisplayName("Vote3 a voter that was away for a thousand terms follows again once enough voters say where they are")
    void farBehind() {
        Parish parish = Parish.of(3);
        Term old = parish.elects("c");
        Term late = Term.of(parish.id("a"), 5000);
        parish.member("c").hears(parish.id("a"), parish.heartbeat(late));
        assertThat(parish.member("c").leader()).as("by the word of one").isEqualTo(old);

        parish.release(old, LossReason.RELEASED, null);
        parish.member("c").hears(parish.id("a"), new Discovered(ELECTION, late));
        parish.member("c").hears(parish.id("b"), new Discovered(ELECTION, late));
        parish.member("c").hears(parish.id("a"), parish.heartbeat(late));
        parish.deliver();
        assertThat(parish.member("c").leader())
                .as("by the word of two of three")
                .isEqualTo(late);
    }

    @Test
    @DisplayName("who leaves while it stands does not win afterwards")
    void leaves() {
        Parish parish = Parish.of(3);
        parish.bid("b");
        parish.member("b").enroll(Enrolment.Part.GONE);
        parish.deliver();
        parish.pass(1000);

        assertThat(parish.member("a").leader()).isNull();
        assertThat(verdict(parish.member("b").answer)).isEqualTo(Verdict.NO);
    }

    @Test
    @Tag("B5")
    @DisplayName("one that may not stand is no candidate for whom the others wait")
    void mayNotStand() {
        Parish parish = Parish.of(3);
        parish.member("c").facts = Facts.NONE;
        parish.sent.clear();
        parish.member("c").enroll(Enrolment.Part.CANDIDATE);
        parish.deliver();

        assertThat(parish.sent)
                .extracting(Parish.Letter::message)
                .contains(new Enrolled(List.of(new Enrolment(ELECTION, Enrolment.Part.OBSERVER))));
        parish.bid("a");
        parish.bid("b");
        assertThat(parish.member("b").leader()).as("at once").isEqualTo(Term.of(parish.id("a"), 1));
    }

    @Test
    @DisplayName("a resume that was lost can be repeated, and one by a slower clock counts")
    void resumed() {
        Parish parish = Parish.of(3);
        parish.wall = 10_000_000;
        parish.member("a").ballot.pause(ELECTION, PAUSE, parish.now);
        parish.deliver();
        parish.wall = 5_000_000;
        parish.lost =
                letter -> letter.message() instanceof Paused && letter.to().equals(parish.id("c"));
        assertThat(parish.member("a").ballot.pause(ELECTION, null, parish.now)).isTrue();
        parish.deliver();
        parish.lost = letter -> false;
        assertThat(parish.member("c").sees().pause()).isNotNull();

        assertThat(parish.member("a").ballot.pause(ELECTION, null, parish.now)).isFalse();
        parish.deliver();
        assertThat(parish.member("c").sees().pause()).isNull();
    }
}
