package dev.primus.core.ballot;

import static dev.primus.core.ballot.Parish.ELECTION;
import static dev.primus.core.ballot.Parish.verdict;
import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.LossReason;
import dev.primus.core.NodeId;
import dev.primus.core.Term;
import dev.primus.core.Trigger;
import dev.primus.core.ballot.BallotMessage.Discovered;
import dev.primus.core.ballot.BallotMessage.Vote;
import dev.primus.core.spi.Verdict;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@DisplayName("Where no majority is asked for, every side of a partition has a leader")
class PluralityTest {
    private final Parish parish = Parish.available(4);

    @Test
    @Tag("B7")
    @DisplayName("the best of those who are there leads, by a term above the time")
    void theBestLeads() {
        parish.stand("d", "c", "b", "a");

        Term term = parish.granted("a");
        assertThat(term.token().value()).isEqualTo(1_001_000);
        assertThat(parish.member("d").leader()).isEqualTo(term);
        assertThat(verdict(parish.renew("a", term))).isEqualTo(Verdict.YES);
    }

    @Test
    @Tag("B7")
    @DisplayName("votes for one who does not stand do not count")
    void unknownCandidates() {
        Term nobody = Term.of(NodeId.of("nobody", "0099"), 1_001_000);
        parish.lost = letter -> letter.message() instanceof Vote;
        parish.stand("a", "b");
        parish.pass(200);
        for (String voter : List.of("b", "c", "d")) {
            parish.member("a").hears(parish.id(voter), new Vote(ELECTION, nobody, parish.electorate()));
        }

        assertThat(parish.granted("a").leader()).isEqualTo(parish.id("a"));
    }

    @Test
    @DisplayName("who is alone leads alone")
    void alone() {
        parish.meet("d");
        parish.bid("d");
        parish.pass(200);

        assertThat(parish.granted("d").leader()).isEqualTo(parish.id("d"));
    }

    @Test
    @Tag("B13")
    @DisplayName(
            "B13 a heartbeat of a second leader: all follow the later term, people are told, and the other gives way")
    void twoMeet() {
        divide();
        Term lower = parish.elects("a");
        parish.pass(10);
        Term higher = parish.elects("c");
        assertThat(higher.token()).isGreaterThan(lower.token());
        heal();
        parish.renew("c", higher);
        for (String name : List.of("a", "b", "c", "d")) {
            assertThat(parish.member(name).leader()).as(name).isEqualTo(higher);
        }
        assertThat(parish.member("b").warnings)
                .containsExactly("split brain: %s and %s both lead e".formatted(lower, higher));

        assertThat(parish.member("b").splits)
                .containsExactly("e %2$s: %1$s and %2$s both lead".formatted(lower, higher));

        parish.renew("a", lower);
        parish.renew("a", lower);
        assertThat(parish.member("b").splits).as("told once").hasSize(1);
        assertThat(parish.member("a").answer).isNotNull();
        assertThat(verdict(parish.member("a").answer)).isEqualTo(Verdict.NO);
        assertThat(verdict(parish.renew("c", higher))).isEqualTo(Verdict.YES);
        assertThat(parish.member("c").surrenders).isEmpty();
    }

    @Test
    @Tag("B13")
    @Tag("B3")
    @DisplayName(
            "B13 a heartbeat of a second leader: the higher term stays until the next election, which is for that cause")
    void nextElection() {
        divide();
        Term lower = parish.elects("a");
        parish.pass(10);
        Term higher = parish.elects("c");
        heal();
        parish.renew("c", higher);
        parish.renew("a", lower);
        assertThat(parish.member("d").leader()).isEqualTo(higher);
        parish.release(higher, LossReason.RELEASED, null);
        parish.stand("a", "b", "c", "d");
        parish.pass(parish.timing.election());

        assertThat(parish.member("b").report().trigger()).isEqualTo(Trigger.SPLIT_BRAIN);
        assertThat(parish.granted("a").token())
                .as("then the best, whoever led before")
                .isGreaterThan(higher.token());
    }

    @Test
    @Tag("B13")
    @DisplayName("a split brain that is long over is no cause any more, and the next one is told again")
    void over() {
        divide();
        Term lower = parish.elects("a");
        parish.pass(10);
        Term higher = parish.elects("c");
        heal();
        parish.renew("c", higher);
        parish.leadsFor(3 * parish.timing.heartbeatTimeout().toMillis() + 450, higher);
        assertThat(parish.member("b").splits).hasSize(1);
        parish.member("b").hears(parish.id("a"), parish.heartbeat(lower));
        assertThat(parish.member("b").splits).hasSize(2);

        parish.leadsFor(3 * parish.timing.heartbeatTimeout().toMillis() + 450, higher);
        parish.release(higher, LossReason.RELEASED, null);
        parish.stand("a", "b", "c", "d");
        parish.pass(parish.timing.election());
        assertThat(parish.member("b").report().trigger()).isEqualTo(Trigger.MANUAL);
    }

    @Test
    @Tag("B13")
    @Tag("B3")
    @DisplayName(
            "B13 at heal, two lead by the same number: both give way, and split_brain_detected is why there is an election")
    void sameNumber() {
        divide();
        parish.stand("a", "c");
        parish.pass(200);
        Term one = parish.granted("a");
        Term two = parish.granted("c");
        assertThat(one.token()).isEqualTo(two.token());
        heal();
        parish.renew("a", one);
        assertThat(parish.member("d").splits).containsExactly("e %2$s: %1$s and %2$s both lead".formatted(two, one));
        parish.renew("c", two);
        parish.renew("a", one);
        parish.renew("c", two);
        assertThat(parish.member("a").surrenders).contains(LossReason.MERGED);
        assertThat(parish.member("c").surrenders).contains(LossReason.MERGED);

        parish.release(one, LossReason.MERGED, null);
        parish.release(two, LossReason.MERGED, null);
        parish.pass(parish.timing.electionWindow());
        parish.tryFor(Duration.ofMillis(400), "a", "b", "c", "d");
        Term next = parish.granted("a");
        assertThat(next.token()).isGreaterThan(two.token());
        assertThat(parish.member("b").report().trigger()).isEqualTo(Trigger.SPLIT_BRAIN);
        assertThat(parish.member("d").leader()).isEqualTo(next);
    }

    @Test
    @Tag("B13")
    @DisplayName("two lead by the same number: nobody changes from one to the other")
    void sameNumberBindsNobodyElse() {
        divide();
        parish.stand("a", "c");
        parish.pass(200);
        heal();
        parish.renew("c", parish.granted("c"));

        assertThat(parish.member("b").leader()).isEqualTo(Term.of(parish.id("a"), 1_001_000));
    }

    @Test
    @DisplayName("a number that is a day ahead of all clocks is not believed")
    void farAhead() {
        long day = Duration.ofDays(1).toMillis();
        Parish.Member b = parish.member("b");
        b.hears(parish.id("a"), parish.heartbeat(Term.of(parish.id("a"), b.wallMillis() + day + 1)));
        assertThat(b.leader()).isNull();
        Term credible = Term.of(parish.id("a"), b.wallMillis() + day);
        b.hears(parish.id("a"), parish.heartbeat(credible));

        assertThat(b.leader()).isEqualTo(credible);
    }

    @Test
    @DisplayName("Vote9 a leap is believed on nobody's single word, though one suffices to lead")
    void farAheadByTheWordOfOne() {
        Parish.Member b = parish.member("b");
        Term led = parish.elects("a");
        parish.release(led, LossReason.RELEASED, null);
        Term absurd =
                Term.of(parish.id("c"), b.wallMillis() + Duration.ofDays(400).toMillis());
        b.hears(parish.id("c"), new Discovered(ELECTION, absurd));
        b.hears(parish.id("c"), parish.heartbeat(absurd));
        assertThat(b.leader()).isNull();
        assertThat(parish.elects("b").token().value()).isLessThan(absurd.token().value());
    }

    private void divide() {
        Set<NodeId> left = Set.of(parish.id("a"), parish.id("b"));
        parish.lost = letter -> left.contains(letter.from()) != left.contains(letter.to());
        parish.meet("a", "b");
        parish.meet("c", "d");
    }

    private void heal() {
        parish.heal();
        parish.meet("a", "b", "c", "d");
    }
}
