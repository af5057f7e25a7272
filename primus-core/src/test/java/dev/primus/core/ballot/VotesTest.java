package dev.primus.core.ballot;

import static dev.primus.core.ballot.Parish.ELECTION;
import static dev.primus.core.ballot.Parish.verdict;
import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.ElectionName;
import dev.primus.core.Electorate;
import dev.primus.core.LossReason;
import dev.primus.core.MonoTime;
import dev.primus.core.NodeId;
import dev.primus.core.NodeName;
import dev.primus.core.Quorum;
import dev.primus.core.Suffrage;
import dev.primus.core.Term;
import dev.primus.core.ballot.BallotMessage.Acknowledged;
import dev.primus.core.ballot.BallotMessage.Candidacy;
import dev.primus.core.ballot.BallotMessage.Discovered;
import dev.primus.core.ballot.BallotMessage.Ended;
import dev.primus.core.ballot.BallotMessage.Heard;
import dev.primus.core.ballot.BallotMessage.Reply;
import dev.primus.core.ballot.BallotMessage.Stage;
import dev.primus.core.ballot.BallotMessage.Stance;
import dev.primus.core.ballot.BallotMessage.Vote;
import dev.primus.core.ballot.BallotMessage.Winner;
import dev.primus.core.spi.Enrolment;
import dev.primus.core.spi.Mark;
import dev.primus.core.spi.Verdict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@DisplayName("There is one leader, since voters keep their word")
class VotesTest {
    private final Parish parish = Parish.of(3);

    // ---- one vote --------------------------------------------------------------------------------------------------

    @Test
    @DisplayName("Vote2 a vote is never changed for a better candidate of the same term")
    void neverChanged() {
        canBeVotedFor("c", "b", 1);
        parish.pass(200);
        assertThat(parish.votesOf("c")).containsExactly(term("b", 1));

        assertThat(canBeVotedFor("c", "a", 1)).isEqualTo(Stance.BOUND);
        parish.pass(1000);
        assertThat(canBeVotedFor("c", "a", 1)).isEqualTo(Stance.AGREED);
        parish.pass(400);
        assertThat(parish.votesOf("c")).containsExactly(term("b", 1));

        assertThat(canBeVotedFor("c", "a", 2)).isEqualTo(Stance.AGREED);
        parish.pass(200);
        assertThat(parish.votesOf("c")).containsExactly(term("b", 1), term("a", 2));
    }

    @Test
    @DisplayName("Vote2 a vote is on the disk before anybody hears of it")
    void onTheDiskFirst() {
        Parish.Member c = parish.member("c");
        c.diskSlow = true;
        canBeVotedFor("c", "b", 1);
        parish.pass(200);
        assertThat(parish.votesOf("c")).isEmpty();
        assertThat(c.unwritten).containsExactly(List.of(mark(term("b", 1))));

        c.diskIsDone();
        assertThat(parish.votesOf("c")).containsExactly(term("b", 1));
    }

    @Test
    @DisplayName("Vote2 on a full disk it is silent, and votes when it is asked again and there is room")
    void fullDisk() {
        Parish.Member b = parish.member("b");
        Parish.Member c = parish.member("c");
        b.diskFull = true;
        c.diskFull = true;
        parish.bid("a");
        parish.pass(250);
        assertThat(parish.votesOf("b")).isEmpty();
        assertThat(parish.votesOf("c")).isEmpty();
        assertThat(parish.member("a").answer).isNull();

        c.diskFull = false;
        parish.pass(30);
        assertThat(parish.votesOf("c")).containsExactly(term("a", 1));
        assertThat(parish.granted("a")).isEqualTo(term("a", 1));
    }

    @Test
    @DisplayName("Vote2 after a crash a vote that may have been told stands, and no other of that term is cast")
    void acrossACrash() {
        canBeVotedFor("c", "b", 1);
        parish.pass(200);
        parish.start("c");
        parish.meet("a", "b", "c");
        parish.pass(1000);
        canBeVotedFor("c", "a", 1);
        parish.pass(400);

        assertThat(parish.votesOf("c")).isEmpty();
        canBeVotedFor("c", "a", 2);
        parish.pass(200);
        assertThat(parish.votesOf("c")).containsExactly(term("a", 2));
    }

    @Test
    @DisplayName("Vote2 a vote that was lost is told again, the same one")
    void toldAgain() {
        parish.lost = letter -> letter.message() instanceof Vote;
        parish.bid("a");
        parish.pass(200);
        assertThat(parish.member("a").answer).isNull();
        parish.heal();
        parish.pass(40);

        assertThat(parish.granted("a")).isEqualTo(term("a", 1));
    }

    @Test
    @DisplayName("Vote2 who only follows a leader has not voted for it, and does not say so when asked")
    void followedIsNotVotedFor() {
        Parish.Member c = parish.member("c");
        c.hears(parish.id("a"), parish.heartbeat(term("a", 1)));
        assertThat(c.leader()).isEqualTo(term("a", 1));
        canBeVotedFor("c", "a", 1);
        parish.pass(400);

        assertThat(parish.votesOf("c")).isEmpty();
    }

    @Test
    @DisplayName("nobody stands for another: a candidacy that its candidate did not send is not heard")
    void onlyForOneself() {
        Candidacy forged = candidacy(term("a", 1), Stage.VIABLE);
        parish.sent.clear();
        parish.member("c").hears(parish.id("b"), forged);

        assertThat(parish.sent).isEmpty();
    }

    // ---- terms -----------------------------------------------------------------------------------------------------

    @Test
    @DisplayName("Vote3 terms rise with every leader, also when all have been restarted")
    void termsRise() {
        Term first = parish.elects("a");
        parish.release(first, LossReason.RELEASED, null);
        Term second = parish.elects("b");
        assertThat(second.token().value()).isEqualTo(2);

        parish.start("a", "b", "c");
        parish.meet("a", "b", "c");
        parish.pass(1000);
        assertThat(parish.elects("c").token().value()).isEqualTo(3);
    }

    @Test
    @DisplayName("Vote3 an acknowledgement of a lower term than was voted in is refused, whoever has won it")
    void lowerTermsAreRefused() {
        canBeVotedFor("c", "b", 2);
        parish.pass(200);
        Reply reply = answers("c", term("a", 1));

        assertThat(reply.stance()).isEqualTo(Stance.LATER);
        assertThat(reply.highest()).isEqualTo(2);
        assertThat(answers("c", term("a", 2)).stance()).as("the same term").isEqualTo(Stance.AGREED);
    }

    @Test
    @DisplayName(
            "a term more than 1,000 above all known ones is refused with an answer, also by a member that knows of none")
    void credibleTerms() {
        Term led = parish.elects("a");
        parish.sent.clear();
        parish.member("c").hears(parish.id("b"), candidacy(term("b", 1002), Stage.STANDING));
        assertThat(parish.said("c", Acknowledged.class))
                .extracting(Acknowledged::stance)
                .containsExactly(Stance.NOT_YET);
        assertThat(answers("c", term("b", 1002)).stance()).isEqualTo(Stance.NOT_YET);
        assertThat(parish.member("c").leader()).isEqualTo(led);
        assertThat(canBeVotedFor("c", "b", 1001)).isEqualTo(Stance.BOUND);

        Parish fresh = Parish.of(3);
        Term far = Term.of(fresh.id("b"), 5_000_000);
        fresh.member("c").hears(fresh.id("b"), fresh.heartbeat(far));
        assertThat(fresh.member("c").leader()).as("one voter reports it").isNull();
        assertThat(fresh.member("c").ballot.refusedTerms()).isPositive();
        assertThat(fresh.member("c").warnings).hasSize(1);

        fresh.member("c").hears(fresh.id("a"), new Discovered(ELECTION, far));
        fresh.member("c").hears(fresh.id("b"), fresh.heartbeat(far));
        assertThat(fresh.member("c").leader()).as("a quorum reports it").isEqualTo(far);
    }

    // ---- a majority ------------------------------------------------------------------------------------------------

    @Test
    @Tag("B7")
    @DisplayName("Vote4 a majority is one of all who are configured, not of all who can be seen")
    void ofTheConfigured() {
        Parish five = Parish.of(5);
        five.meet("a", "b");
        assertThat(verdict(five.bid("a"))).as("two of five do not even try").isEqualTo(Verdict.NO);

        five.meet("a", "b", "c", "d", "e");
        five.cutOff("c");
        five.cutOff("d");
        five.cutOff("e");
        five.bid("a");
        five.pass(500);
        assertThat(verdict(five.member("a").answer)).isEqualTo(Verdict.NO);
        assertThat(five.sent).noneMatch(letter -> letter.message() instanceof Vote);
        assertThat(five.member("a").report().winner()).isNull();
    }

    @Test
    @Tag("B7")
    @DisplayName("Vote4 votes of more than half win; of strangers, of observers and for others do not count")
    void moreThanHalf() {
        Parish five = Parish.of(5);
        five.lost = letter -> letter.message() instanceof Vote;
        five.bid("a");
        five.pass(200);
        Term standing = Term.of(five.id("a"), 1);
        Vote vote = new Vote(ELECTION, standing, five.electorate());
        Parish.Member a = five.member("a");
        a.hears(five.id("b"), vote);
        a.hears(five.id("b"), vote);
        a.hears(NodeId.of("stranger", "0099"), vote);
        a.hears(five.id("c"), new Vote(ELECTION, Term.of(NodeId.of("nobody", "0098"), 1), five.electorate()));
        assertThat(a.answer).isNull();
        assertThat(five.said("a", Winner.class)).isEmpty();

        a.hears(five.id("d"), vote);
        assertThat(five.granted("a")).isEqualTo(standing);
        assertThat(five.said("a", Winner.class).findFirst().orElseThrow().voters())
                .extracting(NodeName::value)
                .containsExactly("a", "b", "d");
    }

    @Test
    @DisplayName("Vote4 observers are asked, but their word is not counted")
    void observers() {
        Parish mixed = new Parish(Quorum.majorityOf(3));
        mixed.start("a");
        mixed.start("b", false);
        mixed.start("c", false);
        mixed.meet("a", "b", "c");
        mixed.member("a").enroll(Enrolment.Part.CANDIDATE);
        mixed.pass(1000);
        mixed.bid("a");
        mixed.pass(500);

        assertThat(verdict(mixed.member("a").answer)).isEqualTo(Verdict.NO);
        assertThat(mixed.votesOf("b")).isEmpty();
    }

    @Test
    @Tag("B7")
    @DisplayName("who cannot get a majority any more gives up at once, and frees those who have voted for it")
    void hopeless() {
        parish.lost = letter -> letter.message() instanceof Vote;
        parish.bid("b");
        parish.pass(200);
        Parish.Member b = parish.member("b");
        Vote other = new Vote(ELECTION, term("a", 1), parish.electorate());
        b.hears(parish.id("a"), other);
        assertThat(b.answer).isNull();
        b.hears(parish.id("c"), other);

        assertThat(verdict(b.answer)).isEqualTo(Verdict.NO);
        assertThat(parish.said("b", Ended.class))
                .isNotEmpty()
                .allMatch(ended -> ended.reason() == LossReason.NO_QUORUM);
        assertThat(canBeVotedFor("c", "a", 2)).isEqualTo(Stance.AGREED);
    }

    // ---- a leader that is heard ------------------------------------------------------------------------------------

    @Test
    @DisplayName("Vote5 while a leader is heard there is no vote for another, and no higher term is adopted")
    void aLeaderIsHeard() {
        Term term = parish.elects("a");

        assertThat(canBeVotedFor("c", "b", 7)).isEqualTo(Stance.BOUND);
        assertThat(answers("c", term("b", 7)).stance()).isEqualTo(Stance.BOUND);
        parish.leadsFor(450, term);
        assertThat(parish.member("c").leader()).isEqualTo(term);
        assertThat(parish.votesOf("c")).containsExactly(term);
        assertThat(verdict(parish.renew("a", term))).isEqualTo(Verdict.YES);
        assertThat(answers("c", term).highest()).isEqualTo(1);
    }

    @Test
    @DisplayName("Vote5 one that does not hear the leader disturbs nobody who does")
    void oneThatIsDeaf() {
        Term term = parish.elects("a");
        parish.lost =
                letter -> letter.from().equals(parish.id("a")) && letter.to().equals(parish.id("c"));
        for (int i = 0; i < 10; i++) {
            parish.tryFor(Duration.ofMillis(400), "c");
            assertThat(verdict(parish.renew("a", term))).isEqualTo(Verdict.YES);
        }

        assertThat(parish.member("b").leader()).isEqualTo(term);
        assertThat(parish.said("c", Candidacy.class).map(Candidacy::stage))
                .as("it asks, in vain")
                .isNotEmpty()
                .doesNotContain(Stage.VIABLE);
    }

    @Test
    @DisplayName("Vote5 Xfer1 a transfer by the leader's own word opens the way at once, and to its heir first")
    void transfer() {
        Term term = parish.elects("a");
        assertThat(verdict(parish.release(term, LossReason.TRANSFERRED, new NodeName("c"))))
                .isEqualTo(Verdict.YES);

        assertThat(verdict(parish.bid("b"))).isEqualTo(Verdict.NO);
        parish.bid("c");
        assertThat(parish.granted("c")).as("without waiting").isEqualTo(term("c", 2));
        assertThat(parish.member("b").leader()).isEqualTo(term("c", 2));
    }

    @Test
    @DisplayName("Xfer1 a delayed transfer of an earlier term of the same node frees nobody")
    void delayedTransfer() {
        Term first = parish.elects("a");
        List<Parish.Letter> held = new ArrayList<>();
        parish.lost = letter -> letter.message() instanceof Ended && held.add(letter);
        parish.release(first, LossReason.TRANSFERRED, null);
        parish.heal();
        Term second = parish.elects("a");
        assertThat(second).isEqualTo(term("a", 2));
        parish.mail.addAll(held);
        parish.deliver();

        assertThat(held).isNotEmpty();
        assertThat(parish.member("c").leader()).isEqualTo(second);
        assertThat(canBeVotedFor("c", "b", 3)).isEqualTo(Stance.BOUND);
        assertThat(verdict(parish.renew("a", second))).isEqualTo(Verdict.YES);
    }

    @Test
    @DisplayName("Xfer1 nobody but its owner can say that a term is over, not even its next life")
    void onlyTheOwnersWord() {
        Term term = parish.elects("a");
        Ended word = new Ended(ELECTION, term, LossReason.RELEASED, null);
        parish.member("c").hears(parish.id("b"), word);
        parish.member("c").hears(NodeId.of("a", "0099"), word);

        assertThat(parish.member("c").leader()).isEqualTo(term);
    }

    @Test
    @DisplayName("Xfer1 a term that was given back is over for good, also for who led it")
    void overForGood() {
        Term term = parish.elects("a");
        parish.release(term, LossReason.RELEASED, null);

        assertThat(verdict(parish.renew("a", term))).isEqualTo(Verdict.NO);
        assertThat(answers("c", term).stance()).isEqualTo(Stance.LATER);
        assertThat(verdict(parish.release(term, LossReason.RELEASED, null)))
                .as("said again, since the first word may have been lost")
                .isEqualTo(Verdict.YES);
        assertThat(verdict(parish.release(term("b", 1), LossReason.RELEASED, null)))
                .as("what was never held")
                .isEqualTo(Verdict.NO);
    }

    @Test
    @DisplayName("a release that too few take notice of is not confirmed")
    void unheardRelease() {
        Term term = parish.elects("a");
        parish.cutOff("a");
        assertThat(parish.release(term, LossReason.RELEASED, null)).isNull();
        parish.pass(100);

        assertThat(verdict(parish.member("a").answer)).isEqualTo(Verdict.UNKNOWN);
    }

    // ---- a new life ------------------------------------------------------------------------------------------------

    @Test
    @DisplayName("Vote6 after a restart nothing is granted for E(1 + rho), but to the leader that it followed")
    void silence() {
        Term term = parish.elects("a");
        MonoTime restart = parish.now;
        parish.start("c");
        parish.meet("a", "b", "c");
        assertThat(answers("c", term).stance()).isEqualTo(Stance.AGREED);

        parish.start("c");
        parish.meet("a", "b", "c");
        parish.pass(900);
        assertThat(canBeVotedFor("c", "b", 2)).isEqualTo(Stance.NOT_YET);
        assertThat(answers("c", term("b", 2)).stance()).isEqualTo(Stance.NOT_YET);
        parish.pass(10);
        assertThat(parish.now.nanosSince(restart)).isEqualTo(910_000_000);
        assertThat(canBeVotedFor("c", "b", 2)).isEqualTo(Stance.AGREED);
    }

    @Test
    @DisplayName("Vote6 who remembers nothing at all is silent; who remembers that it swore only to itself is not")
    void memory() {
        parish.start("c");
        assertThat(canBeVotedFor("c", "b", 1)).isEqualTo(Stance.NOT_YET);

        Term own = parish.elects("a");
        parish.start("a");
        assertThat(own.leader().name()).isEqualTo(parish.id("a").name());
        assertThat(canBeVotedFor("a", "b", 2)).isEqualTo(Stance.AGREED);

        ElectionName other = new ElectionName("other");
        parish.disks.put("b", List.of(new Mark(other, term("a", 1), parish.timing.silence())));
        parish.start("b");
        assertThat(canBeVotedFor("b", "c", 2))
                .as("of this election it knows that it swore nothing")
                .isEqualTo(Stance.AGREED);
    }

    // ---- a winner --------------------------------------------------------------------------------------------------

    @Test
    @DisplayName("Vote7 a winner holds nothing before a majority has acknowledged its first heartbeat")
    void holdsNothingYet() {
        parish.lost = letter -> letter.message() instanceof Heard;
        parish.bid("a");
        Parish.Member a = parish.member("a");
        assertThat(parish.said("a", Winner.class)).isNotEmpty();
        assertThat(a.answer).isNull();
        assertThat(a.sees().nonce())
                .as("its candidate does not know the term for its own")
                .isEmpty();

        parish.pass(100);
        assertThat(verdict(a.answer)).isEqualTo(Verdict.NO);
        assertThat(parish.said("a", Ended.class)).isNotEmpty();
        assertThat(parish.member("c").leader()).as("nobody is bound by it").isNull();
    }

    @Test
    @DisplayName("Vote7 its lease counts from when that heartbeat was sent, not from when it was acknowledged")
    void countsFromTheSend() {
        List<Parish.Letter> held = new ArrayList<>();
        parish.lost = letter -> letter.message() instanceof Heard && held.add(letter);
        parish.bid("a");
        MonoTime won = parish.now;
        parish.pass(50);
        parish.heal();
        parish.mail.addAll(held);
        parish.deliver();

        assertThat(parish.granted("a")).isEqualTo(term("a", 1));
        assertThat(Objects.requireNonNull(parish.member("a").answer).since()).isEqualTo(won);
        assertThat(parish.member("a").sees().nonce()).isNotEmpty();
    }

    @Test
    @DisplayName(
            "Vote7 a leader without acknowledgements of a majority is not confirmed, and told so when it is outvoted")
    void withoutAMajority() {
        Term term = parish.elects("a");
        parish.cutOff("a");
        assertThat(parish.renew("a", term)).isNull();
        parish.pass(100);
        assertThat(verdict(parish.member("a").answer)).isEqualTo(Verdict.UNKNOWN);

        parish.pass(900);
        parish.elects("b");
        parish.heal();
        assertThat(verdict(parish.renew("a", term))).isEqualTo(Verdict.NO);
        assertThat(Objects.requireNonNull(parish.member("a").answer).loss()).isEqualTo(LossReason.TAKEN);
    }

    // ------------------------------------------------------------------------------------------------------------------

    private Term term(String name, long number) {
        return Term.of(parish.id(name), number);
    }

    private Mark mark(Term term) {
        return new Mark(ELECTION, term, parish.timing.silence(), Suffrage.of(Electorate.first(parish.quorum.voters())));
    }

    private Candidacy candidacy(Term term, Stage stage) {
        int score = 1_000_000;
        return new Candidacy(
                ELECTION,
                term,
                1,
                stage,
                parish.electorate(),
                parish.charter(),
                parish.member(term.leader().name().value()).facts,
                score);
    }

    /** A voter is told that it may vote for one, by that number. @return what it says to that */
    private Stance canBeVotedFor(String voter, String candidate, long number) {
        parish.member(voter).hears(parish.id(candidate), candidacy(term(candidate, number), Stage.STANDING));
        Stance stance = parish.said(voter, Acknowledged.class)
                .reduce((first, second) -> second)
                .orElseThrow()
                .stance();
        parish.member(voter).hears(parish.id(candidate), candidacy(term(candidate, number), Stage.VIABLE));
        return stance;
    }

    /** What a voter says to a heartbeat. */
    private Reply answers(String voter, Term term) {
        parish.member(voter).hears(term.leader(), parish.heartbeat(term));
        return parish.said(voter, Heard.class)
                .reduce((first, second) -> second)
                .orElseThrow()
                .replies()
                .get(0);
    }
}
