package dev.primus.core.ballot;

import static dev.primus.core.ballot.Parish.ELECTION;
import static dev.primus.core.ballot.Parish.verdict;
import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.ElectionName;
import dev.primus.core.LossReason;
import dev.primus.core.NodeId;
import dev.primus.core.Pause;
import dev.primus.core.Quorum;
import dev.primus.core.Term;
import dev.primus.core.Trigger;
import dev.primus.core.ballot.BallotMessage.Acknowledged;
import dev.primus.core.ballot.BallotMessage.Beat;
import dev.primus.core.ballot.BallotMessage.Heard;
import dev.primus.core.ballot.BallotMessage.Heartbeat;
import dev.primus.core.ballot.BallotMessage.Paused;
import dev.primus.core.ballot.BallotMessage.Stance;
import dev.primus.core.ballot.BallotMessage.Started;
import dev.primus.core.ballot.score.Facts;
import dev.primus.core.spi.Enrolment;
import dev.primus.core.spi.PeerView;
import dev.primus.core.spi.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@DisplayName("A member that nobody can lead says why")
class ObstaclesTest {
    private static final Pause PAUSE = new Pause("ops", "migration", Instant.EPOCH);

    private final Parish parish = Parish.of(3);

    // ---- reasons ---------------------------------------------------------------------------------------------------

    @Test
    @Tag("B15")
    @DisplayName("no quorum: who has taken its leave, or was never there, is not missed; how many are needed is told")
    void noQuorum() {
        parish.member("b").enroll(Enrolment.Part.GONE);
        parish.member("c").enroll(Enrolment.Part.GONE);
        parish.meet("a");
        Parish.Member a = parish.member("a");

        assertThat(a.obstacle()).isEqualTo("no quorum: 1 of 3 voters are within reach, 2 are needed");
        assertThat(a.ballot.obstacle(ELECTION, parish.now)).isEqualTo(a.obstacle());
        assertThat(a.sees().isOpenTo(a.id.name())).isFalse();
        parish.meet("a", "b");
        assertThat(a.obstacle()).doesNotContain("quorum");

        Parish fresh = new Parish(Quorum.majorityOf(3));
        fresh.start("a");
        fresh.meet("a");
        fresh.member("a").enroll(Enrolment.Part.CANDIDATE);
        assertThat(fresh.member("a").obstacle()).isEqualTo("no quorum: 1 of 3 voters are within reach, 2 are needed");
    }

    @Test
    @Tag("B15")
    @DisplayName("partition: who has gone without a word is named; in a new life it is not missed any more")
    void partition() {
        parish.meet("a");
        Parish.Member a = parish.member("a");

        assertThat(a.obstacle())
                .isEqualTo("partition: 1 of 3 voters are within reach, 2 are needed;"
                        + " b, c have gone without a word, cut off or dead");
        Parish five = Parish.of(5);
        five.start("b", true);
        five.meet("a", "b");
        assertThat(five.member("a").obstacle()).contains("2 of 5 voters", "; c, d, e have gone");
        five.meet("a", "b", "c");
        assertThat(five.member("a").obstacle()).doesNotContain("partition");
    }

    @Test
    @Tag("B15")
    @DisplayName("a partition that views do not show is told by the votes that were not heard")
    void votesMissing() {
        Parish.Member a = parish.member("a");
        parish.lost = letter -> letter.message() instanceof Acknowledged;
        parish.bid("a");
        parish.pass(parish.timing.election());

        assertThat(a.report().winner()).isNull();
        assertThat(a.obstacle())
                .startsWith("the last election has made nobody leader: of 3 voters 0 were heard to vote, 2 are needed")
                .contains("cut off in a way that views do not show");
        parish.heal();
        parish.tryFor(Duration.ofSeconds(3), "a", "b", "c");
        assertThat(a.obstacle()).isEmpty();
    }

    @Test
    @Tag("B15")
    @DisplayName("no eligible node: nobody within reach stands, whatever this node could do itself")
    void nobodyStands() {
        Parish watchers = new Parish(Quorum.majorityOf(3));
        watchers.start("a", "b", "c");
        watchers.meet("a", "b", "c");
        watchers.member("b").facts = Facts.NONE;
        watchers.member("c").facts = Facts.NONE;
        watchers.member("a").enroll(Enrolment.Part.OBSERVER);
        watchers.member("b").enroll(Enrolment.Part.CANDIDATE);
        watchers.member("c").enroll(Enrolment.Part.CANDIDATE);
        watchers.pass(1000);

        for (String name : List.of("a", "b", "c")) {
            assertThat(watchers.member(name).obstacle())
                    .as(name)
                    .isEqualTo("no eligible node: none of the 3 within reach stands, which takes one of"
                            + " admin_election, context_curation, project_manager");
        }
        watchers.member("a").enroll(Enrolment.Part.CANDIDATE);
        assertThat(watchers.member("b").obstacle()).startsWith("it has none of the capabilities");
    }

    @Test
    @Tag("B15")
    @DisplayName("it tells of one election what keeps that one without a leader, and of another nothing")
    void oneElectionOfTwo() {
        parish.elects("a");
        ElectionName other = new ElectionName("other");
        Parish.Member b = parish.member("b");
        b.ballot.enroll(new Enrolment(other, Enrolment.Part.OBSERVER), parish.now);
        parish.deliver();

        assertThat(b.ballot.obstacle(ELECTION, parish.now)).isEmpty();
        assertThat(b.ballot.obstacle(other, parish.now)).startsWith("no eligible node");
        assertThat(b.ballot.obstacle(new ElectionName("unknown"), parish.now)).isEmpty();
    }

    @Test
    @Tag("B15")
    @DisplayName("this node is not eligible: it has none of the capabilities, and it looks again later")
    void notEligible() {
        Parish.Member a = parish.member("a");
        a.facts = Facts.NONE;

        assertThat(a.obstacle()).contains("admin_election, context_curation, project_manager");
        assertThat(verdict(parish.bid("a"))).isEqualTo(Verdict.NO);
        assertThat(a.sees().heirRemaining()).isEqualTo(parish.timing.checkEvery());
    }

    @Test
    @Tag("B15")
    @DisplayName("it has just begun; then it asks for a leader; and then nothing stands in its way")
    void justBegun() {
        Parish fresh = new Parish(Quorum.majorityOf(3));
        fresh.start("a", "b", "c");
        fresh.meet("a", "b", "c");
        Parish.Member a = fresh.member("a");
        a.unlucky = true;
        fresh.pass(400);
        a.enroll(Enrolment.Part.CANDIDATE);
        assertThat(a.obstacle()).isEqualTo("it has just begun, and what it may have promised before has not run out");
        fresh.pass(510);
        assertThat(a.obstacle()).isEqualTo("it asks whether anybody leads");
        fresh.pass(90);
        fresh.elects("a");

        assertThat(a.obstacle()).isEmpty();
    }

    @Test
    @Tag("B15")
    @DisplayName("window: the last election is not long enough ago, and how long that will be so")
    void window() {
        Term term = parish.elects("a");
        assertThat(parish.member("b").obstacle()).isEmpty();
        parish.release(term, LossReason.MERGED, null);
        assertThat(parish.member("b").obstacle())
                .isEqualTo("window: the last election is not long enough ago, for another 400 ms");
        parish.pass(400);

        assertThat(parish.member("b").obstacle()).isEmpty();
    }

    // ---- pauses ----------------------------------------------------------------------------------------------------

    @Test
    @DisplayName("while an election is paused the leader goes on, and nobody takes over")
    void paused() {
        Term term = parish.elects("a");
        assertThat(parish.member("b").ballot.pause(ELECTION, PAUSE, parish.now)).isTrue();
        parish.deliver();
        assertThat(parish.member("b").ballot.pause(ELECTION, PAUSE, parish.now))
                .as("so already")
                .isFalse();
        assertThat(parish.member("c").sees().pause()).isEqualTo(PAUSE);
        assertThat(verdict(parish.renew("a", term))).isEqualTo(Verdict.YES);

        parish.release(term, LossReason.RELEASED, null);
        assertThat(verdict(parish.bid("b"))).isEqualTo(Verdict.NO);
        parish.pass(10);
        parish.member("c").ballot.pause(ELECTION, null, parish.now);
        parish.deliver();
        assertThat(parish.elects("b").token().value()).isEqualTo(2);
    }

    @Test
    @DisplayName("voters do not follow a candidate that has not heard of the pause; a newcomer is told")
    void pausedForVoters() {
        parish.lost =
                letter -> letter.message() instanceof Paused && letter.to().equals(parish.id("c"));
        parish.member("a").ballot.pause(ELECTION, PAUSE, parish.now);
        parish.deliver();
        parish.bid("c");
        parish.pass(400);
        assertThat(parish.said("a", Acknowledged.class).map(Acknowledged::stance))
                .containsOnly(Stance.NOT_YET);
        assertThat(verdict(parish.member("c").answer)).isEqualTo(Verdict.NO);

        parish.heal();
        Parish.Member c = parish.start("c", true);
        parish.meet("a", "b", "c");
        assertThat(c.sees().pause()).isEqualTo(PAUSE);
    }

    @Test
    @DisplayName("an election that nobody knows cannot be paused")
    void pausedUnknown() {
        assertThat(parish.member("a").ballot.pause(new ElectionName("unknown"), PAUSE, parish.now))
                .isFalse();
    }

    // ---- others ----------------------------------------------------------------------------------------------------

    @Test
    @DisplayName("two processes by one name: it is said once, and they vote for nobody and follow nobody")
    void namesake() {
        Parish.Member c = parish.member("c");
        NodeId other = NodeId.of("c", "9999");
        PeerView view = new PeerView(50, List.of(parish.id("a"), parish.id("b"), c.id, other));
        c.ballot.viewed(view, parish.now);
        c.ballot.viewed(new PeerView(51, view.members()), parish.now);
        assertThat(c.warnings)
                .containsExactly(
                        "another process is called c, as this node is: it votes for nobody until one of them is gone");
        assertThat(c.obstacle()).isEqualTo(c.warnings.get(0));

        parish.elects("a");
        assertThat(parish.votesOf("c")).isEmpty();
        assertThat(parish.said("c", Heard.class).flatMap(heard -> heard.replies().stream()))
                .isNotEmpty()
                .allMatch(reply -> reply.stance() == Stance.NOT_YET);
        parish.meet("a", "b", "c");
        assertThat(c.obstacle()).doesNotContain("another process");
    }

    @Test
    @DisplayName("a leader that goes by other rules is promised nothing; each cause is told once, until it is mended")
    void otherCharter() {
        Parish.Member c = parish.member("c");
        Term term = Term.of(parish.id("a"), 1);
        Heartbeat strange = new Heartbeat(1, "other rules", List.of(new Beat(ELECTION, term, 0, parish.electorate())));
        c.hears(parish.id("a"), strange);
        c.hears(parish.id("a"), strange);
        assertThat(c.warnings)
                .singleElement()
                .asString()
                .contains("goes by other rules (other rules) than this node (ballot");
        assertThat(c.obstacle()).isEqualTo(c.warnings.get(0));
        assertThat(parish.said("c", Heard.class).flatMap(heard -> heard.replies().stream()))
                .allMatch(reply -> reply.stance() == Stance.NOT_YET);
        assertThat(c.leader()).isNull();

        c.hears(parish.id("a"), parish.heartbeat(term));
        assertThat(c.obstacle()).isEmpty();
        assertThat(c.leader()).isEqualTo(term);
        c.hears(parish.id("a"), strange);
        assertThat(c.warnings).hasSize(2);
    }

    @Test
    @Tag("B13")
    @Tag("B3")
    @DisplayName("B13 disagreeing membership: who leads by other rules is told once, and is why there is an election")
    void splitByMembership() {
        Parish.Member c = parish.member("c");
        Term theirs = Term.of(parish.id("a"), 1);
        String five = new Parish(Quorum.majorityOf(5)).charter();
        Heartbeat strange = new Heartbeat(1, five, List.of(new Beat(ELECTION, theirs, 0, parish.electorate())));
        c.hears(parish.id("a"), strange);
        c.hears(parish.id("a"), strange);
        assertThat(c.splits).containsExactly("e %s: %1$s leads by other rules than this node's".formatted(theirs));
        assertThat(c.warnings).as("and what differs").singleElement().asString().contains("3 of 5", "named voters");
        assertThat(c.leader()).isNull();
        parish.bid("c");
        parish.pass(parish.timing.election());

        assertThat(c.report().trigger()).isEqualTo(Trigger.SPLIT_BRAIN);
        assertThat(parish.said("c", Started.class).distinct())
                .singleElement()
                .satisfies(said -> assertThat(said.trigger()).isEqualTo(Trigger.SPLIT_BRAIN));
    }

    @Test
    @Tag("B13")
    @DisplayName("B13 disagreeing membership: who follows a leader goes on following it, and hears of the other")
    void splitBesideALeader() {
        Term ours = parish.elects("a");
        Parish.Member c = parish.member("c");
        Term theirs = Term.of(parish.id("b"), 7);
        c.hears(
                parish.id("b"),
                new Heartbeat(1, "other rules", List.of(new Beat(ELECTION, theirs, 0, parish.electorate()))));

        assertThat(c.splits).hasSize(1);
        assertThat(c.leader()).isEqualTo(ours);
    }

    @Test
    @Tag("B13")
    @DisplayName("where a majority decides, a leader that comes too late is no split brain")
    void lateIsNotSplit() {
        Term first = parish.elects("a");
        parish.release(first, LossReason.RELEASED, null);
        parish.elects("b");
        Parish.Member c = parish.member("c");
        c.hears(parish.id("a"), parish.heartbeat(first));

        assertThat(c.splits).isEmpty();
    }

    @Test
    @DisplayName("a stranger that has gone is no obstacle any more")
    void strangersGo() {
        Parish.Member c = parish.member("c");
        Term term = Term.of(parish.id("a"), 1);
        c.hears(
                parish.id("a"),
                new Heartbeat(1, "other rules", List.of(new Beat(ELECTION, term, 0, parish.electorate()))));
        parish.meet("b", "c");

        assertThat(c.obstacle()).doesNotContain("other rules");
    }

    @Test
    @DisplayName("members have in common how they count, for how long they promise, and how they weigh")
    void charters() {
        String charter = parish.charter();

        assertThat(charter).startsWith("ballot by majority, named voters, heartbeat timeout 900 ms, weights ");
        assertThat(new Parish(Quorum.majorityOf(3)).charter()).isNotEqualTo(charter);
        parish.timing = parish.timing.withDiscovery(Duration.ofSeconds(1));
        assertThat(parish.charter()).as("what binds nobody may differ").isEqualTo(charter);
        parish.weights = parish.weights.withParts(0.2, 0.2, 0.2, 0.2, 0.2);
        assertThat(parish.charter()).isNotEqualTo(charter);
    }
}
