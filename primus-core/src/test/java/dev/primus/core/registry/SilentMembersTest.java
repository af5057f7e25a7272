package dev.primus.core.registry;

import static dev.primus.core.registry.PromisesTest.verdict;
import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.Quorum;
import dev.primus.core.RegistryTiming;
import dev.primus.core.spi.Answer;
import dev.primus.core.spi.Verdict;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A member that is in the view and never answers stops no election where promises carry safety")
class SilentMembersTest {
    private static Club ofFive() {
        Club club = new Club(Quorum.majorityOf(5), RegistryTiming.DOCUMENTED);
        club.start("a", "b", "c", "d", "e");
        return club;
    }

    /** Bids until it is granted a term, as a candidate does. */
    private static int attempts(Club club, String name) {
        for (int attempt = 1; attempt <= 10; attempt++) {
            club.bid(name);
            club.pass(club.patience);
            Answer answer = Objects.requireNonNull(club.member(name).answer, "no answer to " + name);
            if (answer.verdict() == Verdict.YES) {
                return attempt;
            }
            club.pass(club.timing.stableAfter());
        }
        return Integer.MAX_VALUE;
    }

    @Test
    @DisplayName("Live3 a quorum of answers is enough once the time to answer is over")
    void silentMember() {
        Club club = ofFive();
        club.cutOff("e");
        club.meet("a", "b", "c", "d", "e");
        club.pass(Duration.ofSeconds(3));

        assertThat(attempts(club, "b")).isEqualTo(1);
    }

    @Test
    @DisplayName("Live3 the next member of the view acts for a registrar that does not answer")
    void silentRegistrar() {
        Club club = ofFive();
        club.cutOff("a");
        club.meet("a", "b", "c", "d", "e");
        club.pass(Duration.ofSeconds(3));

        assertThat(attempts(club, "c")).isLessThanOrEqualTo(2);
    }

    @Test
    @DisplayName("Live3 as many silent members as a quorum can do without stop nothing")
    void twoSilentRegistrars() {
        Club club = ofFive();
        club.cutOff("a");
        club.cutOff("b");
        club.meet("a", "b", "c", "d", "e");
        club.pass(Duration.ofSeconds(3));

        assertThat(attempts(club, "e")).isLessThanOrEqualTo(3);
    }

    @Test
    @DisplayName("R3 less than a quorum of answers is never enough")
    void tooManySilent() {
        Club club = ofFive();
        club.cutOff("a");
        club.cutOff("b");
        club.cutOff("c");
        club.meet("a", "b", "c", "d", "e");
        club.pass(Duration.ofSeconds(3));

        assertThat(attempts(club, "d")).isEqualTo(Integer.MAX_VALUE);
    }

    @Test
    @DisplayName("Live3 of two members and a row one that is silent stops nothing")
    void silentPeerOfTwo() {
        Club club = new Club(Quorum.tieBreak(), RegistryTiming.DOCUMENTED);
        club.patience = Duration.ofMillis(900);
        club.start("a", "b");
        club.cutOff("a");
        club.meet("a", "b");
        club.pass(Duration.ofSeconds(3));

        assertThat(attempts(club, "b")).isLessThanOrEqualTo(3);
    }

    @Test
    @DisplayName("C1 a registrar that did not hear everybody still grants a number above every term that was held")
    void numbersRise() {
        Club club = ofFive();
        club.meet("a", "b", "c", "d", "e");
        club.pass(Duration.ofSeconds(3));
        club.lost =
                letter -> letter.to().equals(club.member("e").id) || letter.to().equals(club.member("d").id);
        long first = club.leads("a").value();
        club.lost = letter -> false;
        club.cutOff("a");
        club.cutOff("b");
        club.meet("d", "e", "c", "a", "b");
        club.pass(Duration.ofSeconds(6));

        attempts(club, "e");
        assertThat(Objects.requireNonNull(club.member("e").answer.granted()).value())
                .isGreaterThan(first);
    }

    @Test
    @DisplayName("R6 a promise that only silent members gave is not overridden")
    void promisesBind() {
        Club club = Club.ofThree();
        club.leads("a");
        club.cutOff("a");
        club.meet("a", "b", "c");
        club.bid("b");
        club.pass(Duration.ofMillis(900));

        assertThat(verdict(club.member("b").answer)).isNotEqualTo(Verdict.YES);
    }

    @Test
    @DisplayName("where views decide, a silent registrar is replaced only by a view without it")
    void available() {
        Club club = new Club(Quorum.available(3), RegistryTiming.DOCUMENTED_AVAILABLE);
        club.start("a", "b", "c");
        club.cutOff("a");
        club.meet("a", "b", "c");
        club.pass(Duration.ofSeconds(3));
        assertThat(attempts(club, "b")).isEqualTo(Integer.MAX_VALUE);
        assertThat(club.delivered)
                .as("nobody else collects or grants in this view")
                .noneMatch(letter -> letter.message() instanceof RegistryMessage.Granted
                        || letter.message() instanceof RegistryMessage.Collect);

        club.meet("b", "c");
        club.pass(Duration.ofSeconds(3));
        assertThat(attempts(club, "b")).isEqualTo(1);
    }

    @Test
    @DisplayName("Live3 a registrar that refuses for no reason is passed over")
    void refusesForNoReason() {
        Club club = ofFive();
        club.meet("a", "b", "c", "d", "e");
        club.pass(Duration.ofSeconds(3));
        Club.Member a = club.member("a");
        club.lost = letter -> {
            if (letter.to().equals(a.id) && letter.message() instanceof RegistryMessage.Claim claim) {
                club.mail.add(new Club.Letter(
                        a.id, letter.from(), new RegistryMessage.Refused(claim.view(), claim.nonce(), claim.known())));
                return true;
            }
            return false;
        };

        assertThat(attempts(club, "c")).isLessThanOrEqualTo(8);
    }
}
