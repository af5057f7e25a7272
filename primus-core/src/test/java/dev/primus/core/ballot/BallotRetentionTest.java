package dev.primus.core.ballot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.ElectionName;
import dev.primus.core.FencingToken;
import dev.primus.core.LossReason;
import dev.primus.core.MonoTime;
import dev.primus.core.NodeId;
import dev.primus.core.Term;
import dev.primus.core.ballot.BallotMessage.Beat;
import dev.primus.core.ballot.BallotMessage.Discover;
import dev.primus.core.ballot.BallotMessage.Discovered;
import dev.primus.core.ballot.BallotMessage.Ended;
import dev.primus.core.ballot.BallotMessage.Enrolled;
import dev.primus.core.ballot.BallotMessage.Heartbeat;
import dev.primus.core.ballot.BallotMessage.Vote;
import dev.primus.core.peers.ElectionTable;
import dev.primus.core.spi.Answer;
import dev.primus.core.spi.Bid;
import dev.primus.core.spi.Enrolment;
import dev.primus.core.spi.Hold;
import dev.primus.core.spi.Mark;
import dev.primus.core.spi.Parting;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A ballot member keeps state for elections that it takes part in or has voted in, and little else")
class BallotRetentionTest {
    private static final Duration LONG = Duration.ofSeconds(40);
    private final Parish parish = Parish.of(3);

    @Test
    @DisplayName("asking about an unknown election does not create it")
    void askingCreatesNothing() {
        Parish.Member a = parish.member("a");
        ElectionName unknown = new ElectionName("unknown");
        MonoTime deadline = parish.now.plus(Duration.ofMillis(100));

        a.ballot.look(unknown, parish.now);
        a.ballot.suffrage(unknown);
        a.ballot.pause(unknown, null, parish.now);
        a.ballot.survey(unknown, deadline, report -> {}, parish.now);
        parish.deliver();
        parish.pass(1000);

        assertThat(known("a")).containsExactly(Parish.ELECTION);
        assertThat(known("b")).containsExactly(Parish.ELECTION);
    }

    @Test
    @DisplayName("105,000 names mentioned by a peer leave a bounded number behind")
    void floodOfEnrolments() {
        NodeId hostile = parish.id("b");
        for (int i = 0; i < 105_000; i += 50) {
            List<Enrolment> some = new ArrayList<>();
            for (int j = i; j < i + 50; j++) {
                some.add(new Enrolment(new ElectionName("name-" + j), Enrolment.Part.CANDIDATE));
            }
            parish.member("a").ballot.heard(hostile, new Enrolled(some), parish.now);
        }

        assertThat(known("a")).hasSizeLessThanOrEqualTo(ElectionTable.MOST_IDLE + 1);
        assertThat(parish.elects("a").token().value())
                .as("and a leads nevertheless")
                .isEqualTo(1);
    }

    @Test
    @DisplayName("messages of every kind about unknown names leave a bounded number behind")
    void floodOfAllKinds() {
        Parish.Member a = parish.member("a");
        NodeId hostile = parish.id("b");
        for (int i = 0; i < 2_000; i++) {
            ElectionName name = new ElectionName("name-" + i);
            Term term = Term.of(hostile, 1);
            List.of(
                            new Discover(List.of(name)),
                            new Discovered(name, term),
                            new Vote(name, term, parish.electorate()),
                            new Ended(name, term, LossReason.RELEASED, null))
                    .forEach(message -> a.ballot.heard(hostile, message, parish.now));
        }
        parish.pass(LONG);

        assertThat(known("a")).hasSizeLessThanOrEqualTo(ElectionTable.MOST_IDLE + 1);
    }

    @Test
    @DisplayName("leaders of ever new names are followed within a bound, and forgotten when they cannot bind any more")
    void floodOfLeaders() {
        Parish.Member a = parish.member("a");
        for (int i = 0; i < 17_000; i++) {
            follow(a, parish.id("b"), new ElectionName("name-" + i), 1);
        }
        assertThat(known("a")).hasSizeLessThanOrEqualTo(ElectionTable.MOST + 1);
        assertThat(disk("a")).hasSizeLessThanOrEqualTo(ElectionTable.MOST + 1);

        parish.pass(LONG);
        assertThat(known("a")).as("once no promise binds").containsExactly(Parish.ELECTION);
        assertThat(disk("a")).isEmpty();
    }

    private void follow(Parish.Member member, NodeId leader, ElectionName election, long term) {
        Beat beat = new Beat(election, Term.of(leader, term), 0, parish.electorate());
        member.hears(leader, new Heartbeat(1, parish.charter(), List.of(beat)));
    }

    @Test
    @DisplayName("a promise that may still bind is never dropped")
    void bindingPromisesStay() {
        follow(parish.member("a"), parish.id("b"), new ElectionName("job"), 1);
        Duration binds = parish.timing.silence();

        parish.pass(binds.minus(Duration.ofMillis(20)));
        assertThat(disk("a")).hasSize(1);
        parish.pass(binds.multipliedBy(2));
        assertThat(disk("a")).isEmpty();
        assertThat(parish.floors).containsEntry("a", 1L);
    }

    @Test
    @DisplayName("one election per job: tokens of the same name never fall, and nothing stays")
    void oneElectionPerJob() {
        long last = 0;
        for (int i = 0; i < 5; i++) {
            long token = runJob(new ElectionName("job"));
            assertThat(token).isGreaterThan(last);
            last = token;
            parish.pass(LONG);
            assertThat(known("b")).containsExactly(Parish.ELECTION);
            assertThat(disk("b")).isEmpty();
        }
        parish.start("a", "b", "c");
        parish.meet("a", "b", "c");
        parish.pass(2000);
        assertThat(runJob(new ElectionName("job"))).as("after a restart of all").isGreaterThan(last);
    }

    @Test
    @DisplayName("a voter that has forgotten an election is not taken for one whose file was put back")
    void forgottenIsNotLost() {
        ElectionName job = new ElectionName("job");
        long token = runJob(job);
        parish.pass(LONG);
        NodeId peer = parish.id("a");
        parish.member("b").hears(peer, new BallotMessage.Recalled(List.of(new BallotMessage.Sworn(job, token))));

        assertThat(parish.member("b").warnings).isEmpty();
        assertThat(runJob(job)).isGreaterThan(token);
    }

    @Test
    @DisplayName("a voter that has lost its file keeps the number that others told it of")
    void remindedOfMore() {
        parish.disks.remove("b");
        parish.floors.remove("b");
        parish.start("b", true);
        parish.meet("a", "b", "c");
        ElectionName job = new ElectionName("job");
        parish.member("b").hears(parish.id("a"), new BallotMessage.Recalled(List.of(new BallotMessage.Sworn(job, 7))));
        parish.pass(LONG);

        assertThat(known("b")).contains(job);
        assertThat(disk("b")).extracting(mark -> mark.term().token().value()).contains(7L);
    }

    /** A candidate joins, leads, gives the term back and leaves. */
    private long runJob(ElectionName job) {
        Parish.Member a = parish.member("a");
        a.ballot.enroll(new Enrolment(job, Enrolment.Part.CANDIDATE), parish.now);
        parish.deliver();
        parish.pass(3000);
        FencingToken token = null;
        for (int i = 0; i < 20 && token == null; i++) {
            Answer answer = bid(a, job);
            token = answer == null ? null : answer.granted();
        }
        FencingToken granted = Objects.requireNonNull(token, "not elected");
        MonoTime deadline = parish.now.plus(parish.timing.lease().ioTimeout());
        Parting parting = new Parting(new Hold(job, granted, "n"), LossReason.RELEASED, null);
        a.ballot.release(parting, deadline, answer -> {}, parish.now);
        a.ballot.enroll(new Enrolment(job, Enrolment.Part.GONE), parish.now);
        parish.deliver();
        return granted.value();
    }

    private @Nullable Answer bid(Parish.Member member, ElectionName job) {
        member.answer = null;
        Bid bid = new Bid(job, 0, 0, new FencingToken(1), "n");
        MonoTime deadline = parish.now.plus(parish.timing.election());
        member.ballot.acquire(bid, deadline, answer -> member.answer = answer, parish.now);
        parish.deliver();
        parish.pass(1500);
        return member.answer;
    }

    private List<ElectionName> known(String name) {
        return parish.member(name).ballot.books(parish.now).elections().stream()
                .map(seen -> seen.election())
                .toList();
    }

    private List<Mark> disk(String name) {
        return parish.disks.getOrDefault(name, List.of());
    }
}
