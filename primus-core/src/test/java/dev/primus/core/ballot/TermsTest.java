package dev.primus.core.ballot;

import static dev.primus.core.ballot.Parish.ELECTION;
import static dev.primus.core.ballot.Parish.verdict;
import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.ElectionName;
import dev.primus.core.Electorate;
import dev.primus.core.FencingToken;
import dev.primus.core.LossReason;
import dev.primus.core.NodeId;
import dev.primus.core.Quorum;
import dev.primus.core.Ruling;
import dev.primus.core.Suffrage;
import dev.primus.core.Term;
import dev.primus.core.ballot.BallotMessage.Amended;
import dev.primus.core.ballot.BallotMessage.Amendment;
import dev.primus.core.ballot.BallotMessage.Ended;
import dev.primus.core.ballot.BallotMessage.GenerationStarted;
import dev.primus.core.ballot.BallotMessage.GenerationStopped;
import dev.primus.core.ballot.BallotMessage.Heard;
import dev.primus.core.ballot.BallotMessage.Heartbeat;
import dev.primus.core.ballot.BallotMessage.Noted;
import dev.primus.core.ballot.BallotMessage.Reply;
import dev.primus.core.ballot.BallotMessage.Ruled;
import dev.primus.core.ballot.BallotMessage.Stance;
import dev.primus.core.ballot.BallotMessage.Vote;
import dev.primus.core.spi.Answer;
import dev.primus.core.spi.Bid;
import dev.primus.core.spi.Enrolment;
import dev.primus.core.spi.Hold;
import dev.primus.core.spi.Mark;
import dev.primus.core.spi.TermRecord;
import dev.primus.core.spi.Verdict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@DisplayName("A term lasts as long as its heartbeats are acknowledged")
class TermsTest {
    private final Parish parish = Parish.of(3);

    // ---- heartbeats ------------------------------------------------------------------------------------------------

    @Test
    @Tag("B4")
    @DisplayName("heartbeats begin with a term and end with it, at half the timeout")
    void withTheTerm() {
        assertThat(parish.timing.lease().renewEvery().multipliedBy(2)).isEqualTo(parish.timing.heartbeatTimeout());
        assertThat(parish.sent).noneMatch(letter -> letter.message() instanceof Heartbeat);
        Term term = parish.elects("a");
        assertThat(parish.said("a", Heartbeat.class)).hasSize(2);
        parish.leadsFor(900, term);
        assertThat(parish.said("a", Heartbeat.class)).hasSize(6);

        parish.release(term, LossReason.RELEASED, null);
        parish.pass(2000);
        assertThat(parish.said("a", Heartbeat.class)).hasSize(6);
        assertThat(verdict(parish.renew("a", term))).isEqualTo(Verdict.NO);
        assertThat(parish.said("a", Heartbeat.class)).hasSize(6);
    }

    @Test
    @Tag("B4")
    @DisplayName("who does not lead, or leads by another term, is told that it has lost it")
    void onlyTheLeader() {
        Term term = parish.elects("a");
        parish.renew("c", Term.of(parish.id("c"), 1));
        assertThat(Objects.requireNonNull(parish.member("c").answer).loss()).isEqualTo(LossReason.TAKEN);
        parish.renew("a", Term.of(parish.id("a"), 9));

        assertThat(Objects.requireNonNull(parish.member("a").answer).loss()).isEqualTo(LossReason.TAKEN);
        assertThat(verdict(parish.renew("a", term))).isEqualTo(Verdict.YES);
    }

    @Test
    @Tag("B4")
    @DisplayName("who has not answered a heartbeat is sent it again, and nobody else is")
    void repeated() {
        Term term = parish.elects("a");
        parish.cutOff("c");
        parish.sent.clear();
        parish.renew("a", term);
        parish.pass(50);

        assertThat(parish.sent)
                .filteredOn(letter -> letter.message() instanceof Heartbeat)
                .extracting(letter -> letter.to().name().value())
                .containsExactly("b", "c", "c", "c");
        assertThat(verdict(parish.member("a").answer)).isEqualTo(Verdict.YES);
    }

    @Test
    @DisplayName("a heartbeat is not repeated once its term was given back")
    void notRepeatedWhenGivenBack() {
        Term term = parish.elects("a");
        parish.cutOff("a");
        parish.renew("a", term);
        parish.release(term, LossReason.RELEASED, null);
        parish.sent.clear();
        parish.pass(300);

        assertThat(parish.said("a", Heartbeat.class)).isEmpty();
    }

    @Test
    @DisplayName("what its candidate does not renew is given up aloud")
    void givenUpAloud() {
        parish.elects("a");
        parish.pass(920);

        assertThat(parish.said("a", Ended.class)).isNotEmpty().allMatch(word -> word.reason() == LossReason.EXPIRED);
        assertThat(parish.member("b").leader()).isNull();
    }

    @Test
    @DisplayName("more than fifty terms are renewed in parts, and answered one by one")
    void manyTerms() {
        List<Hold> holds = new ArrayList<>();
        for (int i = 0; i < 120; i++) {
            ElectionName election = new ElectionName("e" + i);
            Bid bid = new Bid(election, 0, 0, new FencingToken(1), "n");
            parish.member("a")
                    .ballot
                    .acquire(
                            bid,
                            parish.now.plus(Duration.ofSeconds(1)),
                            answer -> holds.add(new Hold(election, Objects.requireNonNull(answer.granted()), "n")),
                            parish.now);
        }
        parish.deliver();
        parish.pass(200);
        assertThat(holds).hasSize(120);
        parish.sent.clear();
        List<Answer> answers = new ArrayList<>();
        parish.member("a").ballot.renew(holds, parish.now.plus(Duration.ofMillis(100)), answers::add, parish.now);
        parish.deliver();

        assertThat(answers).hasSize(120).allMatch(answer -> answer.verdict() == Verdict.YES);
        assertThat(parish.said("a", Heartbeat.class)).hasSize(6);
    }

    @Test
    @DisplayName("a leader that too many would not follow has lost its term at once")
    void lostAtOnce() {
        Term term = parish.elects("a");
        parish.cutOff("a");
        parish.pass(900);
        Term next = parish.elects("b");
        parish.pass(10);
        parish.heal();
        parish.renew("a", term);

        assertThat(Objects.requireNonNull(parish.member("a").answer).loss()).isEqualTo(LossReason.TAKEN);
        parish.renew("b", next);
        assertThat(parish.member("a").leader()).isEqualTo(next);
        assertThat(parish.member("a").surrenders).isEmpty();
    }

    @Test
    @DisplayName("a first heartbeat that a majority refuses makes nobody leader")
    void refusedAtFirst() {
        parish.lost = letter -> letter.message() instanceof Heartbeat;
        parish.bid("a");
        Parish.Member a = parish.member("a");
        assertThat(a.answer).isNull();
        Reply no = new Reply(ELECTION, Term.of(a.id, 1), parish.electorate(), Stance.LATER, 2);
        long round = parish.said("a", Heartbeat.class).findFirst().orElseThrow().round();
        a.hears(parish.id("b"), new Heard(round, true, List.of(no)));
        a.hears(parish.id("c"), new Heard(round, true, List.of(no)));

        assertThat(verdict(a.answer)).isEqualTo(Verdict.NO);
    }

    // ---- a voter in a later term -----------------------------------------------------------------------------------

    @Test
    @DisplayName("Live3 for a voter stuck in a later term the leader stands again, after its window and not before")
    void stuckVoter() {
        Term term = parish.elects("a");
        Term later = Term.of(parish.id("b"), 5);
        parish.disks.put("c", List.of(new Mark(ELECTION, later, parish.timing.silence())));
        parish.start("c");
        parish.meet("a", "b", "c");
        parish.leadsFor(2690, term);
        assertThat(parish.member("a").surrenders).isEmpty();
        assertThat(parish.member("c").leader()).isNull();
        parish.pass(10);
        assertThat(verdict(parish.renew("a", term)))
                .as("until it gives up it leads")
                .isEqualTo(Verdict.YES);
        assertThat(parish.member("a").surrenders).containsExactly(LossReason.MERGED);

        parish.release(term, LossReason.MERGED, null);
        Term again = parish.elects("a");
        assertThat(again.token().value()).isEqualTo(6);
        assertThat(parish.member("c").leader()).isEqualTo(again);
    }

    // ---- what comes out of place -----------------------------------------------------------------------------------

    @Test
    @DisplayName("Vote9 what comes from strangers, late or out of place changes nothing")
    void outOfPlace() {
        Term term = parish.elects("a");
        Parish.Member a = parish.member("a");
        NodeId stranger = NodeId.of("stranger", "0099");
        Reply no = new Reply(ELECTION, term, parish.electorate(), Stance.LATER, 1);
        a.hears(parish.id("b"), new Heard(77, true, List.of(no)));
        a.hears(stranger, new Heard(77, true, List.of(no)));
        a.hears(parish.id("b"), new Noted(ELECTION, term, true));
        a.hears(parish.id("b"), new Ruled(ELECTION, "nobody asked", Ruling.refused("no")));
        a.hears(parish.id("b"), new Vote(ELECTION, Term.of(parish.id("b"), 9), parish.electorate()));
        a.hears(parish.id("b"), new Amendment(ELECTION, term, Suffrage.of(Electorate.first(List.of(Parish.named(1))))));
        a.hears(parish.id("b"), new Amended(ELECTION, term, parish.electorate()));
        a.hears(parish.id("b"), new GenerationStarted(ELECTION, term));
        a.hears(parish.id("b"), new GenerationStopped(ELECTION, term, "why not"));
        a.hears(parish.id("b"), parish.heartbeat(term));

        assertThat(verdict(parish.renew("a", term))).isEqualTo(Verdict.YES);
        assertThat(a.surrenders).isEmpty();
        assertThat(a.leader()).isEqualTo(term);
    }

    @Test
    @DisplayName("two lives of one node are one voice")
    void oneVoice() {
        Parish five = Parish.of(5);
        Term term = five.elects("a");
        five.lost = letter -> letter.message() instanceof Heard;
        five.renew("a", term);
        long round = five.said("a", Heartbeat.class)
                .reduce((first, second) -> second)
                .orElseThrow()
                .round();
        Reply yes = new Reply(ELECTION, term, five.electorate(), Stance.AGREED, 1);
        Parish.Member a = five.member("a");
        a.hears(five.id("b"), new Heard(round, true, List.of(yes)));
        a.hears(NodeId.of("b", "0077"), new Heard(round, true, List.of(yes)));
        a.hears(five.id("c"), new Heard(round, false, List.of(yes)));
        assertThat(a.answer).isNull();
        a.hears(five.id("d"), new Heard(round, true, List.of(yes)));

        assertThat(verdict(a.answer)).isEqualTo(Verdict.YES);
    }

    // ---- what is shown ---------------------------------------------------------------------------------------------

    @Test
    @DisplayName("the books have every term with its end, and show that they have changed")
    void books() {
        long edition = parish.member("c").ballot.edition();
        Term first = parish.elects("a");
        parish.release(first, LossReason.RELEASED, null);
        Term second = parish.elects("b");
        parish.cutOff("b");
        parish.pass(900);

        assertThat(parish.member("c").ballot.edition()).isGreaterThan(edition);
        List<TermRecord> history =
                parish.member("c").ballot.books(parish.now).history().get(ELECTION);
        assertThat(history).extracting(TermRecord::term).containsExactly(second, first);
        assertThat(history).extracting(TermRecord::reason).containsExactly(LossReason.EXPIRED, LossReason.RELEASED);
    }

    @Test
    @DisplayName("one voter alone is a majority of one")
    void alone() {
        Parish one = new Parish(Quorum.majorityOf(1));
        one.start("a");
        one.member("a").enroll(Enrolment.Part.CANDIDATE);
        one.pass(1000);
        one.bid("a");

        assertThat(one.granted("a").token().value()).isEqualTo(1);
        assertThat(one.sent).isEmpty();
    }
}
