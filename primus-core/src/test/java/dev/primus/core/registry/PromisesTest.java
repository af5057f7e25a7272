package dev.primus.core.registry;

import static dev.primus.core.registry.Club.ELECTION;
import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.ElectionName;
import dev.primus.core.FencingToken;
import dev.primus.core.LossReason;
import dev.primus.core.NodeName;
import dev.primus.core.Quorum;
import dev.primus.core.RegistryTiming;
import dev.primus.core.Term;
import dev.primus.core.spi.Answer;
import dev.primus.core.spi.Hold;
import dev.primus.core.spi.PeerView;
import dev.primus.core.spi.Verdict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@DisplayName("A term is held by the promises of enough members")
class PromisesTest {
    private final Club club = Club.ofThree();

    @Test
    @Tag("G1")
    @DisplayName("the first to register the name leads, and all others see it")
    void theFirstLeads() {
        FencingToken token = club.leads("b");

        assertThat(token.value()).isEqualTo(1);
        assertThat(verdict(club.bid("a"))).isEqualTo(Verdict.NO);
        assertThat(club.member("c").sees().isLive()).isTrue();
        assertThat(club.member("c").sees().holder()).isEqualTo(club.member("b").id);
        assertThat(club.member("a").registry.books(club.now).elections()).hasSize(1);
    }

    @Test
    @DisplayName("R6 a promise binds for a lease, whatever the view says")
    void promisesBind() {
        club.leads("a");
        club.cutOff("a");
        club.meet("b", "c");
        club.pass(Duration.ofMillis(2000));
        assertThat(verdict(club.bid("b"))).isEqualTo(Verdict.NO);
        club.pass(Duration.ofMillis(600));

        assertThat(club.leads("b").value()).isEqualTo(2);
    }

    @Test
    @Tag("G4")
    @DisplayName("who vanished has the takeover delay to come back, though nothing binds any more")
    void takeoverDelay() {
        Club patient =
                new Club(Quorum.majorityOf(3), RegistryTiming.DOCUMENTED.withTakeoverDelay(Duration.ofSeconds(5)));
        patient.start("a", "b", "c");
        patient.meet("a", "b", "c");
        patient.pass(Duration.ofSeconds(3));
        patient.leads("a");
        patient.cutOff("a");
        patient.meet("b", "c");
        patient.pass(Duration.ofMillis(4900));
        assertThat(verdict(patient.bid("b"))).isEqualTo(Verdict.NO);
        patient.pass(Duration.ofMillis(200));

        assertThat(patient.leads("b").value()).isEqualTo(2);
    }

    @Test
    @DisplayName("the moment a promise runs out the standby is told to look, whoever else wakes it before")
    void wokenWhenPromisesEnd() {
        club.leads("a");
        club.cutOff("a");
        club.meet("b", "c");
        club.pass(Duration.ofMillis(2400));
        club.member("b").looks.clear();
        club.pass(Duration.ofMillis(200));

        assertThat(club.member("b").looks).contains(ELECTION);
    }

    @Test
    @Tag("G5")
    @DisplayName("the owner's own word ends every promise at once")
    void ownWord() {
        FencingToken token = club.leads("a");

        assertThat(verdict(club.release("a", token, null))).isEqualTo(Verdict.YES);
        assertThat(club.member("b").returns).contains(ELECTION);
        assertThat(club.leads("b").value()).isEqualTo(2);
    }

    @Test
    @DisplayName("nobody but its owner can say that a term is over, not even its next life")
    void onlyTheOwnersWord() {
        club.leads("a");
        var term = Objects.requireNonNull(club.member("b").sees().term());
        club.member("b")
                .registry
                .heard(
                        club.member("c").id,
                        new RegistryMessage.Ended(ELECTION, term, LossReason.RELEASED, null),
                        club.now);
        club.deliver();

        assertThat(club.member("b").sees().isLive()).isTrue();
    }

    @Test
    @DisplayName("Vote3 after a restart a member promises nothing new for a lease, and remembers what it has promised")
    void silenceAfterStart() {
        FencingToken token = club.leads("a");
        Term former = Objects.requireNonNull(club.member("b").sees().term());
        club.start("b");

        assertThat(says("b", former)).as("the same term goes on").isEqualTo(RegistryMessage.Stance.PROMISED);
        club.start("b");
        Term next = Term.of(club.member("c").id, token.value() + 1);
        assertThat(says("b", next)).as("a new one has to wait").isEqualTo(RegistryMessage.Stance.NOT_YET);
        club.pass(Duration.ofMillis(2600));
        assertThat(says("b", next)).isEqualTo(RegistryMessage.Stance.PROMISED);
    }

    @Test
    @DisplayName("Vote3 who promised only itself in its former life, or a term that has ended, need not wait")
    void noSilenceWithoutAPromise() {
        FencingToken token = club.leads("a");
        Term former = Objects.requireNonNull(club.member("b").sees().term());
        Term next = Term.of(club.member("c").id, token.value() + 1);
        club.start("a");
        assertThat(says("a", next)).isEqualTo(RegistryMessage.Stance.PROMISED);

        club.start("b");
        Club.Member b = club.member("b");
        b.registry.heard(
                former.leader(), new RegistryMessage.Ended(ELECTION, former, LossReason.RELEASED, null), club.now);
        assertThat(says("b", next)).isEqualTo(RegistryMessage.Stance.PROMISED);
    }

    @Test
    @DisplayName("R6 a member that has not heard of a term does not end it by saying nothing of it")
    void silenceAboutAnUnknownTerm() {
        club.leads("b");
        Club.Member a = club.member("a");
        Club.Member b = club.member("b");
        Predicate<Club.Letter> before = club.lost;
        club.lost = letter -> letter.message() instanceof RegistryMessage.Collected
                && letter.from().equals(b.id);
        PeerView again = club.meet("a", "b", "c");
        club.lost = before;
        a.registry.heard(
                b.id, new RegistryMessage.Collected(ViewId.of(again), club.charter(), true, 1, 1, List.of()), club.now);
        club.deliver();

        assertThat(a.sees().isLive()).as("what b holds goes on").isTrue();
    }

    /** Has one bid, and keeps its question who would promise from getting anywhere. */
    private List<Club.Letter> asksButIsNotHeard(String name) {
        List<Club.Letter> held = new ArrayList<>();
        club.lost = letter -> letter.message() instanceof RegistryMessage.Round && held.add(letter);
        club.bid(name);
        assertThat(held).as("it asks who would promise").isNotEmpty();
        club.lost = letter -> false;
        return held;
    }

    @Test
    @DisplayName(
            "R6 the registrar of another view is told nothing, so nobody takes a term for ended that begins in this one")
    void anotherViewsRegistrar() {
        Club.Member a = club.member("a");
        Club.Member c = club.member("c");
        List<Club.Letter> held = asksButIsNotHeard("a");
        club.delivered.clear();
        a.registry.heard(c.id, new RegistryMessage.Collect(new ViewId(0, c.id)), club.now);
        club.deliver();
        assertThat(club.delivered).isEmpty();

        held.forEach(club.mail::add);
        club.deliver();
        assertThat(verdict(a.answer)).isEqualTo(Verdict.YES);
    }

    @Test
    @DisplayName(
            "R6 a term does not begin in another view than it was granted in: it is claimed anew, and gets another number")
    void anotherViewThanGranted() {
        List<Club.Letter> held = asksButIsNotHeard("a");
        club.meet("a", "b", "c");
        club.delivered.clear();
        held.forEach(club.mail::add);
        club.deliver();

        assertThat(verdict(club.member("a").answer)).isEqualTo(Verdict.YES);
        assertThat(club.delivered)
                .filteredOn(letter -> letter.message() instanceof RegistryMessage.Round round
                        && round.purpose() == RegistryMessage.Purpose.BEGIN)
                .isNotEmpty()
                .allMatch(letter -> ((RegistryMessage.Round) letter.message())
                                .beats()
                                .get(0)
                                .term()
                                .token()
                                .value()
                        == 2);
    }

    @Test
    @DisplayName("Live3 a registrar whose question comes before its view is answered when that comes")
    void aQuestionBeforeItsView() {
        Club.Member a = club.member("a");
        Club.Member b = club.member("b");
        PeerView next = new PeerView(99, List.of(b.id, a.id, club.member("c").id));
        a.registry.heard(b.id, new RegistryMessage.Collect(ViewId.of(next)), club.now);
        club.deliver();
        club.delivered.clear();
        a.registry.viewed(next, club.now);
        club.deliver();

        assertThat(club.delivered)
                .anyMatch(letter -> letter.from().equals(a.id)
                        && letter.to().equals(b.id)
                        && letter.message() instanceof RegistryMessage.Collected);
    }

    @Test
    @DisplayName("Live3 a registrar that was answered to and has gone stands in nobody's way")
    void aRegistrarThatHasGone() {
        Club.Member a = club.member("a");
        Club.Member b = club.member("b");
        a.registry.heard(b.id, new RegistryMessage.Collect(new ViewId(99, b.id)), club.now);
        club.deliver();
        club.cutOff("b");
        club.meet("a", "c");
        club.pass(Duration.ofSeconds(3));

        assertThat(verdict(club.bid("a"))).isEqualTo(Verdict.YES);
    }

    /** What a member answers when the owner of a term asks for its promise. */
    private RegistryMessage.Stance says(String name, Term term) {
        List<RegistryMessage.Stance> said = new ArrayList<>();
        Club.Member member = club.member(name);
        Predicate<Club.Letter> before = club.lost;
        club.lost = letter -> {
            if (letter.from().equals(member.id) && letter.message() instanceof RegistryMessage.Voted voted) {
                voted.votes().forEach(vote -> said.add(vote.stance()));
            }
            return true;
        };
        member.registry.heard(
                term.leader(),
                new RegistryMessage.Round(9, club.charter(), RegistryMessage.Purpose.BEGIN, List.of(beat(term))),
                club.now);
        club.deliver();
        club.lost = before;
        return said.get(0);
    }

    @Test
    @Tag("G6")
    @DisplayName("who has just begun heeds a leader to whom it can promise nothing, and does not outbid it")
    void heedsWhomItCannotPromise() {
        FencingToken first = club.leads("a");
        club.disks.clear();
        club.release("a", first, null);
        FencingToken token = club.leads("a");
        club.disks.clear();
        club.start("c");
        club.meet("c", "a", "b");
        for (int i = 0; i < 6; i++) {
            club.pass(Duration.ofMillis(450));
            assertThat(verdict(club.renew("a", token))).isEqualTo(Verdict.YES);
        }

        assertThat(club.member("c").sees().isLive()).isTrue();
        assertThat(verdict(club.bid("c"))).isEqualTo(Verdict.NO);
        assertThat(verdict(club.renew("a", token))).isEqualTo(Verdict.YES);
    }

    @Test
    @DisplayName("a promise that could not be kept on the disk is not given")
    void noPromiseWithoutDisk() {
        club.member("b").diskFull = true;
        club.member("c").diskFull = true;
        assertThat(club.bid("a")).isNull();
        club.pass(Duration.ofMillis(500));

        assertThat(verdict(club.member("a").answer)).isEqualTo(Verdict.UNKNOWN);
    }

    @Test
    @DisplayName("a term that nobody promised is given up quietly, and not tried again at once")
    void restsAfterFailure() {
        club.leads("a");
        club.cutOff("a");
        club.start("b");
        club.meet("b", "c");
        club.pass(Duration.ofMillis(2500));
        club.member("c").returns.clear();
        for (int i = 0; i < 10; i++) {
            club.bid("b");
        }

        assertThat(club.delivered)
                .filteredOn(letter -> letter.message() instanceof RegistryMessage.Round
                        && letter.from().equals(club.member("b").id))
                .hasSizeLessThanOrEqualTo(1);
        assertThat(club.member("c").returns).isEmpty();
    }

    @Test
    @DisplayName("R4 a grant of a view that is over is refused")
    void lateGrants() {
        List<Club.Letter> held = new ArrayList<>();
        club.lost = letter -> letter.message() instanceof RegistryMessage.Granted && held.add(letter);
        assertThat(club.bid("b")).isNull();
        club.meet("c", "a", "b");
        club.lost = letter -> false;
        club.mail.add(held.get(0));
        club.deliver();
        club.pass(Duration.ofMillis(500));

        assertThat(club.delivered)
                .filteredOn(letter -> letter.message() instanceof RegistryMessage.Round round
                        && round.beats()
                                .get(0)
                                .term()
                                .equals(((RegistryMessage.Granted) held.get(0).message()).term()))
                .isEmpty();
    }

    @Test
    @DisplayName("a leader that was cut off is told so when its time is over, and a later term is respected")
    void cutOffLeader() {
        FencingToken token = club.leads("a");
        club.cutOff("a");
        club.meet("b", "c");
        assertThat(club.renew("a", token)).isNull();
        club.pass(Duration.ofMillis(500));
        assertThat(verdict(club.member("a").answer)).isEqualTo(Verdict.UNKNOWN);
        club.pass(Duration.ofMillis(2500));
        club.leads("b");
        club.lost = letter -> false;
        club.meet("a", "b", "c");

        assertThat(verdict(club.renew("a", token))).isEqualTo(Verdict.NO);
        assertThat(club.member("a").sees().holder()).isEqualTo(club.member("b").id);
    }

    @Test
    @DisplayName("a leader somebody has promised a later term than is told so, and begins anew above it")
    void outvoted() {
        FencingToken token = club.leads("a");
        club.member("c")
                .registry
                .heard(
                        club.member("b").id,
                        new RegistryMessage.Ended(
                                ELECTION,
                                Objects.requireNonNull(club.member("c").sees().term()),
                                LossReason.RELEASED,
                                null),
                        club.now);
        RegistryMessage.Vote later = new RegistryMessage.Vote(
                ELECTION, Objects.requireNonNull(club.member("a").sees().term()), RegistryMessage.Stance.TAKEN, 99);
        club.lost = letter -> letter.message() instanceof RegistryMessage.Voted;
        assertThat(club.renew("a", token)).isNull();
        long round = club.delivered.stream()
                .filter(letter -> letter.message() instanceof RegistryMessage.Round)
                .mapToLong(letter -> ((RegistryMessage.Round) letter.message()).number())
                .max()
                .orElseThrow();
        club.member("a")
                .registry
                .heard(club.member("c").id, new RegistryMessage.Voted(round, true, List.of(later)), club.now);

        Answer answer = Objects.requireNonNull(club.member("a").answer);
        assertThat(answer.loss()).isEqualTo(LossReason.MERGED);
        club.lost = letter -> false;
        club.release("a", token, null);
        assertThat(club.leads("b").value()).isEqualTo(100);
    }

    @Test
    @DisplayName("observers do not count, and neither do strangers")
    void observersDoNotCount() {
        Club four = new Club(
                Quorum.majorityOf(Set.of(new NodeName("a"), new NodeName("b"), new NodeName("c"))),
                RegistryTiming.DOCUMENTED);
        four.start("a");
        four.start("d", false);
        four.start("x");
        four.meet("a", "d", "x");
        four.pass(Duration.ofSeconds(6));

        assertThat(verdict(four.bid("a"))).isEqualTo(Verdict.NO);
        assertThat(four.member("a").registry.obstacle(four.now)).contains("no quorum: 3 of 3 members", "2 are needed");
        four.start("b");
        four.meet("a", "d", "x", "b");
        four.pass(Duration.ofSeconds(6));
        assertThat(four.leads("a").value()).isPositive();
        assertThat(four.member("a").registry.obstacle(four.now)).isEmpty();
    }

    @Test
    @DisplayName("tokens rise across a restart of all")
    void tokensRiseAcrossRestarts() {
        FencingToken token = club.leads("a");
        club.start("a", "b", "c");
        club.meet("b", "a", "c");
        club.pass(Duration.ofSeconds(3));

        assertThat(club.leads("c").value()).isGreaterThan(token.value());
    }

    @Test
    @DisplayName("what a term's owner no longer says it holds is over once a registrar has heard all")
    void unclaimedIsOver() {
        club.lost = letter -> letter.message() instanceof RegistryMessage.Ended;
        FencingToken token = club.leads("a");
        club.release("a", token, null);
        assertThat(club.member("b").sees().isLive()).isTrue();
        club.lost = letter -> false;
        club.meet("b", "a", "c");
        club.pass(Duration.ofMillis(400));

        assertThat(club.leads("b").value()).isEqualTo(2);
    }

    @Test
    @DisplayName("a release that reaches too few, or is of another term, is not confirmed")
    void releases() {
        FencingToken token = club.leads("a");
        assertThat(verdict(club.release("b", token, null))).isEqualTo(Verdict.NO);
        club.cutOff("a");
        assertThat(club.release("a", token, null)).isNull();
        club.pass(Duration.ofMillis(500));

        assertThat(verdict(club.member("a").answer)).isEqualTo(Verdict.UNKNOWN);
        assertThat(verdict(club.renew("a", token))).isEqualTo(Verdict.NO);

        club.lost = letter -> false;
        assertThat(club.member("b").sees().isLive()).isTrue();
        assertThat(verdict(club.release("a", token, null))).as("said again").isEqualTo(Verdict.YES);
        assertThat(club.member("b").sees().isLive()).isFalse();
    }

    @Test
    @DisplayName("what nobody renews is given up aloud")
    void givenUpAloud() {
        club.leads("a");
        club.pass(Duration.ofMillis(2700));

        assertThat(club.member("b").sees().isLive()).isFalse();
        assertThat(club.leads("b").value()).isEqualTo(2);
    }

    @Test
    @DisplayName("more than fifty elections are renewed, and collected, in parts")
    void manyElections() {
        List<Hold> holds = new ArrayList<>();
        for (int i = 0; i < 120; i++) {
            ElectionName election = new ElectionName("e" + i);
            Answer won = Objects.requireNonNull(club.bid("a", election));
            holds.add(new Hold(election, Objects.requireNonNull(won.granted()), "any"));
        }
        List<Answer> answers = new ArrayList<>();
        club.delivered.clear();
        club.member("a").registry.renew(holds, club.now.plus(Duration.ofSeconds(1)), answers::add, club.now);
        club.deliver();

        assertThat(answers).hasSize(120).allMatch(answer -> answer.verdict() == Verdict.YES);
        assertThat(club.delivered)
                .filteredOn(letter -> letter.message() instanceof RegistryMessage.Round)
                .hasSize(6);
        club.delivered.clear();
        club.meet("b", "a", "c");
        club.pass(Duration.ofMillis(400));
        assertThat(club.delivered)
                .filteredOn(letter -> letter.message() instanceof RegistryMessage.Collected)
                .hasSize(6);
        assertThat(verdict(club.bid("b", new ElectionName("e7")))).isEqualTo(Verdict.NO);
    }

    @Test
    @DisplayName("what comes from strangers, late or out of place changes nothing")
    void outOfPlace() {
        FencingToken token = club.leads("a");
        Club.Member a = club.member("a");
        Club.Member b = club.member("b");
        Term term = Objects.requireNonNull(b.sees().term());
        ViewId elsewhere = new ViewId(99, b.id);
        Testimony told = new Testimony(ELECTION, 50, null, null, List.of(), 0, null, Duration.ZERO, null, null);
        RegistryMessage.Vote vote = new RegistryMessage.Vote(ELECTION, term, RegistryMessage.Stance.MERGED, 1);
        b.registry.heard(
                club.member("c").id,
                new RegistryMessage.Round(9, club.charter(), RegistryMessage.Purpose.BEGIN, List.of(beat(term))),
                club.now);
        b.registry.heard(a.id, new RegistryMessage.Claim(elsewhere, "n", told), club.now);
        b.registry.heard(
                a.id, new RegistryMessage.Collected(elsewhere, club.charter(), true, 1, 1, List.of(told)), club.now);
        b.registry.heard(a.id, new RegistryMessage.Granted(elsewhere, ELECTION, "n", term), club.now);
        a.registry.heard(b.id, new RegistryMessage.Voted(77, true, List.of(vote)), club.now);
        a.registry.heard(b.id, new RegistryMessage.Noted(ELECTION, term, true), club.now);
        a.registry.heard(b.id, new RegistryMessage.Claim(elsewhere, "n", told), club.now);
        a.registry.heard(
                b.id, new RegistryMessage.Collected(elsewhere, club.charter(), true, 1, 1, List.of(told)), club.now);
        club.deliver();

        assertThat(verdict(club.renew("a", token))).isEqualTo(Verdict.YES);
        a.registry.heard(b.id, new RegistryMessage.Refused(elsewhere, "n", told), club.now);
        assertThat(a.sees().isLive())
                .as("a refusal of something else is only news")
                .isTrue();
    }

    private static RegistryMessage.Beat beat(Term term) {
        return new RegistryMessage.Beat(ELECTION, term, 0, List.of());
    }

    static Verdict verdict(@org.jspecify.annotations.Nullable Answer answer) {
        return Objects.requireNonNull(answer, "no answer yet").verdict();
    }
}
