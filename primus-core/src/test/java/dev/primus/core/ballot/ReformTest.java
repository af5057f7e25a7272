package dev.primus.core.ballot;

import static dev.primus.core.ballot.Parish.ELECTION;
import static dev.primus.core.ballot.Parish.verdict;
import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.Electorate;
import dev.primus.core.LossReason;
import dev.primus.core.NodeId;
import dev.primus.core.NodeName;
import dev.primus.core.Quorum;
import dev.primus.core.Ruling;
import dev.primus.core.Suffrage;
import dev.primus.core.Term;
import dev.primus.core.ballot.BallotMessage.Amended;
import dev.primus.core.ballot.BallotMessage.Amendment;
import dev.primus.core.ballot.BallotMessage.Heartbeat;
import dev.primus.core.ballot.BallotMessage.Winner;
import dev.primus.core.spi.Enrolment;
import dev.primus.core.spi.Mark;
import dev.primus.core.spi.Verdict;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("B12")
@DisplayName("B12: who votes is changed by a leader, one voter at a time, by majorities of both")
class ReformTest {
    private final Parish parish = threeAndTwo();

    /** Five that have met, of whom a, b and c vote. */
    private static Parish threeAndTwo() {
        return new Parish(Quorum.majorityOf(List.of(Parish.named(3)))).settled(5);
    }

    private static NodeName name(String name) {
        return new NodeName(name);
    }

    private Suffrage suffrage(String name) {
        return suffrage(parish, name);
    }

    private static Suffrage suffrage(Parish where, String name) {
        return Objects.requireNonNull(where.member(name).ballot.suffrage(ELECTION));
    }

    private String voters(String name) {
        return suffrage(name).newest().names();
    }

    @Test
    @DisplayName("a node that joins votes when majorities of both have it on disk; then it counts, everywhere")
    void joins() {
        Term term = parish.elects("a");
        assertThat(parish.reform("a", "d", true)).isEmpty();
        for (String each : List.of("a", "b", "c", "d", "e")) {
            assertThat(suffrage(each)).as(each).isEqualTo(Suffrage.of(new Electorate(1, 1, Set.of(Parish.named(4)))));
        }
        // of four three are needed now
        parish.cutOff("b");
        parish.cutOff("c");
        assertThat(parish.renew("a", term)).isNull();
        parish.heal();
        parish.cutOff("b");
        parish.pass(500);
        assertThat(verdict(parish.renew("a", term))).isEqualTo(Verdict.YES);
    }

    @Test
    @DisplayName("a node that leaves does not count any more, and cannot win by those who were voters once")
    void leaves() {
        Term term = parish.elects("a");
        assertThat(parish.reform("a", "d", true)).isEmpty();
        parish.cutOff("c");
        assertThat(parish.reform("a", "c", false)).isEmpty();
        parish.heal();
        assertThat(voters("b")).isEqualTo("a,b,d");
        assertThat(voters("c")).as("it was not told").isEqualTo("a,b,c,d");
        parish.pass(1000);
        parish.bid("c");
        parish.pass(parish.timing.candidacyWindow());
        assertThat(verdict(parish.member("c").answer)).isEqualTo(Verdict.NO);
        assertThat(parish.votesOf("a")).isEmpty();
    }

    @Test
    @DisplayName("until majorities of both have it, it is not valid: counted by both")
    void byBoth() {
        Term term = parish.elects("a");
        parish.lost = letter -> letter.message() instanceof Amended;
        assertThat(parish.reform("a", "d", true)).isNull();
        assertThat(suffrage("a").isSettled()).isFalse();
        parish.heal();
        parish.cutOff("b");
        parish.cutOff("c");
        parish.pass(450);
        assertThat(parish.renew("a", term))
                .as("a and d are two of four, and a is one of three")
                .isNull();
    }

    @Test
    @DisplayName("a change that was begun goes on with the next heartbeat, and its end is told to who missed it")
    void goesOn() {
        Term term = parish.elects("a");
        parish.lost = letter -> letter.message() instanceof Amendment;
        assertThat(parish.reform("a", "d", true)).isNull();
        parish.heal();
        parish.cutOff("e");
        parish.leadsFor(450, term);
        assertThat(parish.member("a").rulings).containsExactly("");
        assertThat(voters("e")).isEqualTo("a,b,c");
        parish.heal();
        parish.leadsFor(1350, term);
        assertThat(suffrage("e")).isEqualTo(suffrage("a"));
        assertThat(suffrage("e").isSettled()).isTrue();
    }

    @Test
    @DisplayName("a leader that finds a change half made makes it, in its own term")
    void finishes() {
        parish.elects("a");
        parish.lost = letter -> letter.message() instanceof Amended;
        parish.reform("a", "d", true);
        parish.heal();
        parish.cutOff("a");
        parish.pass(1000);
        Term term = parish.elects("b");
        parish.leadsFor(900, term);
        Electorate made = new Electorate(term.token().value(), 1, Set.of(Parish.named(4)));
        for (String each : List.of("b", "c", "d", "e")) {
            assertThat(suffrage(each)).as(each).isEqualTo(Suffrage.of(made));
        }
    }

    @Test
    @DisplayName("a change that too few know of is replaced by the next leader's word: it can never be valid")
    void replaced() {
        parish.elects("a");
        parish.lost =
                letter -> letter.message() instanceof Amendment && !letter.to().equals(parish.id("e"));
        parish.reform("a", "e", true);
        assertThat(voters("e")).isEqualTo("a,b,c,e");
        parish.heal();
        parish.cutOff("a");
        parish.pass(1000);
        Term term = parish.elects("b");
        assertThat(voters("b")).isEqualTo("a,b,c");
        parish.heal();
        parish.leadsFor(1350, term);
        Suffrage present = Suffrage.of(new Electorate(term.token().value(), 1, Set.of(Parish.named(3))));
        for (String each : List.of("a", "b", "c", "d", "e")) {
            assertThat(suffrage(each)).as(each).isEqualTo(present);
        }
    }

    @Test
    @DisplayName("who knows of a change votes for nobody who does not")
    void older() {
        Term term = parish.elects("a");
        parish.lost = letter -> letter.to().equals(parish.id("b"));
        assertThat(parish.reform("a", "d", true)).isEmpty();
        parish.release(term, LossReason.RELEASED, null);
        parish.heal();
        parish.pass(2000);
        parish.bid("b");
        parish.pass(parish.timing.candidacyWindow());
        assertThat(parish.votesOf("c")).containsExactly(term);
        assertThat(parish.votesOf("d")).isEmpty();
    }

    @Test
    @DisplayName("it is on the disk before it is said, and a restart does not forget it")
    void kept() {
        parish.elects("a");
        parish.member("b").diskSlow = true;
        parish.member("c").diskFull = true;
        assertThat(parish.reform("a", "d", true)).as("a and d are one of three").isNull();
        assertThat(parish.said("b", Amended.class)).isEmpty();
        assertThat(parish.said("c", Amended.class)).isEmpty();
        parish.member("b").diskIsDone();
        assertThat(parish.said("b", Amended.class)).isNotEmpty();
        assertThat(parish.member("a").rulings).containsExactly("");
        parish.start("b", true);
        assertThat(voters("b")).isEqualTo("a,b,c,d");
    }

    @Test
    @DisplayName(
            "who has voted in a later term meanwhile does not say any more that it has a former leader's change on disk")
    void tooLateToSay() {
        Term term = parish.elects("a");
        parish.member("c").diskSlow = true;
        parish.lost =
                letter -> letter.message() instanceof Amendment && letter.to().equals(parish.id("b"));
        parish.reform("a", "d", true);
        assertThat(parish.said("c", Amended.class)).isEmpty();
        parish.heal();
        parish.cutOff("a");
        parish.pass(1000);
        // it has heard of the change, though its disk has not kept it, and so votes for nobody who has not
        parish.bid("b");
        parish.pass(parish.timing.candidacyWindow());
        assertThat(parish.votesOf("c")).containsExactly(term);
        Suffrage known = suffrage("c");
        BallotMessage.Candidacy knows = new BallotMessage.Candidacy(
                ELECTION,
                Term.of(parish.id("d"), 5),
                1,
                BallotMessage.Stage.VIABLE,
                known.version(),
                parish.charter(),
                parish.member("d").facts,
                1_000_000);
        parish.pass(1000);
        parish.member("c").hears(parish.id("d"), knows);
        parish.pass(parish.timing.election());
        parish.member("c").diskIsDone();
        assertThat(parish.votesOf("c")).contains(Term.of(parish.id("d"), 5));
        assertThat(parish.said("c", Amended.class)).isEmpty();
    }

    @Test
    @DisplayName("a change that the disk refused is not held against candidates for ever")
    void refusedByTheDisk() {
        Suffrage first = suffrage("a");
        Franchise franchise = new Franchise(first, null);
        Suffrage other = Suffrage.of(new Electorate(4, 1, Set.of(Parish.named(4))))
                .proposing(new Electorate(5, 1, Set.of(Parish.named(5))));
        franchise.hears(other);
        assertThat(franchise.version()).as("it rests on what is not known yet").isEqualTo(first.version());
        assertThat(franchise.heardOf()).isEqualTo(other.version());
        franchise.notKept();
        assertThat(franchise.heardOf()).isEqualTo(first.version());
        franchise.kept(other);
        assertThat(franchise.heardOf()).isEqualTo(other.version());
    }

    @Test
    @DisplayName("a leader that does not follow itself any more counts nobody who keeps its change")
    void leadsNoMore() {
        parish.elects("a");
        parish.lost = letter -> letter.message() instanceof Amended;
        parish.reform("a", "d", true);
        parish.heal();
        parish.pass(905);
        Amended late =
                new Amended(ELECTION, Term.of(parish.id("a"), 1), suffrage("b").version());
        parish.member("a").hears(parish.id("b"), late);
        parish.member("a").hears(parish.id("c"), late);
        parish.member("a").hears(parish.id("d"), late);
        assertThat(suffrage("a").isSettled()).isFalse();
    }

    @Test
    @DisplayName("a disk that was full is tried again with the next heartbeat")
    void triedAgain() {
        Term term = parish.elects("a");
        parish.member("b").diskFull = true;
        parish.member("c").diskFull = true;
        assertThat(parish.reform("a", "d", true)).isNull();
        parish.member("b").diskFull = false;
        parish.pass(400);
        parish.renew("a", term);
        assertThat(parish.member("a").rulings).containsExactly("");
    }

    @Test
    @DisplayName("what cannot be is refused with the reason")
    void refused() {
        assertThat(parish.reform("b", "d", true)).isEqualTo("nobody leads, and only a leader changes who votes");
        Term term = parish.elects("a");
        assertThat(parish.reform("a", "b", true)).isEqualTo("b votes already");
        assertThat(parish.reform("a", "d", false)).isEqualTo("d does not vote");
        assertThat(parish.reform("a", "x", true)).isEqualTo("x is not within reach, or only watches");
        parish.lost = letter -> letter.message() instanceof Amended;
        assertThat(parish.reform("a", "d", true)).isNull();
        assertThat(parish.reform("a", "e", true)).isEqualTo("another change is under way");
        parish.heal();
        parish.pass(100);
        parish.renew("a", term);
        assertThat(parish.reform("b", "e", true)).as("asked of any node").isEmpty();
        assertThat(voters("e")).isEqualTo("a,b,c,d,e");
        Parish one = new Parish(Quorum.majorityOf(List.of(Parish.named(1)))).settled(2);
        one.elects("a");
        assertThat(one.reform("a", "a", false)).isEqualTo("a is the only voter");
        Parish counted = new Parish(Quorum.majorityOf(3)).settled(3);
        counted.elects("a");
        assertThat(counted.reform("a", "d", true)).startsWith("voters are counted here, not named");
    }

    @Test
    @DisplayName("nobody is let go without whom too few would be within reach")
    void tooFew() {
        Parish five = Parish.of(5);
        Term term = five.elects("a");
        five.meet("a", "b", "c");
        assertThat(five.reform("a", "b", false))
                .isEqualTo("of the 4 that would remain 2 are within reach, and 3 are needed");
        assertThat(five.reform("a", "e", false)).isEmpty();
        assertThat(verdict(five.renew("a", term))).isEqualTo(Verdict.YES);
    }

    @Test
    @DisplayName("who waits for it is told if it takes too long, and if the leader has changed")
    void told() {
        Term term = parish.elects("a");
        parish.lost = letter -> letter.message() instanceof Amended;
        assertThat(parish.reform("a", "d", true)).isNull();
        parish.pass(parish.timing.silence());
        assertThat(parish.member("a").rulings).containsExactly("too few voters have kept it yet; it goes on");
        assertThat(parish.member("a").outcomes).containsExactly(Ruling.Outcome.UNDECIDED);
        parish.release(term, LossReason.RELEASED, null);
        parish.heal();
        parish.pass(1000);
        Term again = parish.elects("b");
        parish.lost = letter -> letter.message() instanceof Amended;
        parish.leadsFor(450, again);
        parish.heal();
        parish.leadsFor(450, again);
        parish.lost = letter -> letter.message() instanceof Amended;
        assertThat(parish.reform("b", "e", true)).isNull();
        parish.release(again, LossReason.RELEASED, null);
        parish.pass(parish.timing.silence());
        assertThat(parish.member("b").rulings)
                .containsExactly("the leader has changed before it was done: whether it will be is not known");
        assertThat(parish.member("b").outcomes).containsExactly(Ruling.Outcome.UNDECIDED);
    }

    @Test
    @DisplayName("asked of another node, what is refused, done and not known are told apart too")
    void toldApart() {
        Term term = parish.elects("a");
        Parish.Member b = parish.member("b");
        parish.reform("b", "b", true);
        assertThat(b.outcomes).containsExactly(Ruling.Outcome.REFUSED);
        parish.reform("b", "d", true);
        assertThat(b.outcomes).containsExactly(Ruling.Outcome.DONE);
        parish.lost = letter -> letter.message() instanceof Amended;
        assertThat(parish.reform("b", "e", true)).isNull();
        parish.leadsFor(1350, term);
        assertThat(b.rulings).containsExactly("too few voters have kept it yet; it goes on");
        assertThat(b.outcomes).containsExactly(Ruling.Outcome.UNDECIDED);
        parish.lost = letter -> letter.message() instanceof BallotMessage.Ruled;
        assertThat(parish.reform("b", "e", false)).isNull();
        parish.leadsFor(1350, term);
        assertThat(b.rulings).containsExactly("the leader did not answer");
        assertThat(b.outcomes).containsExactly(Ruling.Outcome.UNDECIDED);
    }

    @Test
    @DisplayName(
            "who leads and who votes are two things: a leader that votes no more leads on, and may be elected again")
    void leftOut() {
        Parish four = Parish.of(4);
        Term term = four.elects("a");
        assertThat(four.reform("a", "a", false)).isEmpty();
        assertThat(verdict(four.renew("a", term))).isEqualTo(Verdict.YES);
        four.cutOff("c");
        four.cutOff("d");
        four.pass(100);
        assertThat(four.renew("a", term))
                .as("a does not count, and b is one of three")
                .isNull();
        four.heal();
        four.release(term, LossReason.RELEASED, null);
        four.pass(1000);
        assertThat(four.elects("a").token().value()).isEqualTo(2);
        assertThat(four.said("a", Winner.class).map(Winner::voters).distinct())
                .containsExactly(List.of(name("a"), name("b"), name("c")), List.of(name("b"), name("c")));
    }

    @Test
    @DisplayName("an observer that keeps a change is not counted, though its name is one of the voters'")
    void observersDoNotConfirm() {
        Parish mixed = new Parish(Quorum.majorityOf(List.of(Parish.named(3))));
        mixed.start("a", "b", "d");
        mixed.start("c", false);
        mixed.meet("a", "b", "c", "d");
        mixed.member("a").enroll(Enrolment.Part.CANDIDATE);
        mixed.pass(1000);
        Term term = mixed.elects("a");
        NodeId b = mixed.id("b");
        mixed.lost = letter -> letter.from().equals(b) && letter.message() instanceof Amended;
        assertThat(mixed.reform("a", "d", true))
                .as("a and d keep it, and b has not said so")
                .isNull();
        mixed.leadsFor(500, term);
        assertThat(suffrage(mixed, "a").isSettled()).isFalse();
        mixed.heal();
        mixed.leadsFor(500, term);
        assertThat(suffrage(mixed, "a").isSettled()).isTrue();
    }

    @Test
    @DisplayName("members that were set up with other voters do not rely on each other, and say so")
    void setUpOtherwise() {
        Term term = parish.elects("a");
        Electorate other = Electorate.first(Set.of(Parish.named(5)));
        Heartbeat strange = new Heartbeat(
                7, parish.charter(), List.of(new BallotMessage.Beat(ELECTION, term, 0, other.version(true))));
        parish.member("b").hears(parish.id("a"), strange);
        assertThat(parish.member("b").warnings).singleElement().asString().contains("other voters of e");
    }

    @Test
    @DisplayName("a newcomer that was set up with all the voters learns that they are so by a change")
    void newcomer() {
        Term term = parish.elects("a");
        parish.reform("a", "d", true);
        Parish.Member d = parish.member("d");
        assertThat(d.warnings).isEmpty();
        parish.disks.put("e", List.of());
        parish.start("e", true);
        parish.meet("a", "b", "c", "d", "e");
        parish.member("e").enroll(Enrolment.Part.CANDIDATE);
        parish.leadsFor(1350, term);
        assertThat(voters("e")).isEqualTo("a,b,c,d");
    }

    @Test
    @DisplayName("words of a change from who does not lead, or of a later term than the leader's, change nothing")
    void notBelieved() {
        Term term = parish.elects("a");
        Suffrage before = suffrage("b");
        Suffrage absurd = before.proposing(new Electorate(99, 1, Set.of(name("x"))));
        Suffrage mine = before.proposing(new Electorate(1, 1, Set.of(name("c"))));
        parish.member("b").hears(parish.id("a"), new Amendment(ELECTION, term, absurd));
        parish.member("b").hears(parish.id("c"), new Amendment(ELECTION, term, mine));
        parish.member("b").hears(parish.id("c"), new Amendment(ELECTION, Term.of(parish.id("c"), 1), mine));
        parish.member("a").hears(parish.id("b"), new Amended(ELECTION, term, absurd.version()));
        assertThat(suffrage("b")).isEqualTo(before);
        assertThat(suffrage("a")).isEqualTo(before);
    }

    @Test
    @DisplayName("last_known: who comes is taken in, who is gone for long is let go, and never fewer than three remain")
    void lastKnown() {
        Parish known = new Parish(Quorum.lastKnown(List.of(Parish.named(3)))).settled(5);
        Term term = known.elects("a");
        known.leadsFor(25_000, term);
        assertThat(Objects.requireNonNull(known.member("c").ballot.suffrage(ELECTION))
                        .inForce()
                        .names())
                .isEqualTo("a,b,c,d,e");
        known.meet("a", "b");
        known.leadsFor(25_000, term);
        assertThat(Objects.requireNonNull(known.member("a").ballot.suffrage(ELECTION))
                        .isSettled())
                .as("two of five let nobody go")
                .isFalse();
        assertThat(Quorum.lastKnown(List.of()).violations()).isNotEmpty();
    }

    @Test
    @DisplayName("marks are merged: neither the term nor who votes falls back")
    void merged() {
        Suffrage first = Suffrage.of(Electorate.first(Set.of(Parish.named(3))));
        Suffrage open = first.proposing(new Electorate(2, 1, Set.of(Parish.named(4))));
        Mark older = new Mark(ELECTION, Term.of(parish.id("a"), 2), parish.timing.silence(), open);
        Mark newer = new Mark(ELECTION, Term.of(parish.id("b"), 3), parish.timing.silence(), first);
        assertThat(Mark.merged(older, newer)).isEqualTo(Mark.merged(newer, older));
        assertThat(Mark.merged(older, newer).term()).isEqualTo(newer.term());
        assertThat(Mark.merged(older, newer).suffrage()).isEqualTo(open);
    }
}
