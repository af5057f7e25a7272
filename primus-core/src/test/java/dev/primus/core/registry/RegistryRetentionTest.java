package dev.primus.core.registry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.ElectionName;
import dev.primus.core.FencingToken;
import dev.primus.core.LossReason;
import dev.primus.core.MonoTime;
import dev.primus.core.NodeId;
import dev.primus.core.NodeName;
import dev.primus.core.Term;
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
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A registry member keeps state for elections that it takes part in or has promised, and little else")
class RegistryRetentionTest {
    private static final Duration LONG = Duration.ofSeconds(20);
    private final Club club = Club.ofThree();

    @Test
    @DisplayName("looking at an unknown election does not create it")
    void lookingCreatesNothing() {
        Club.Member a = club.member("a");

        assertThat(Objects.requireNonNull(a.registry
                                .look(new ElectionName("unknown"), club.now)
                                .seen())
                        .isLive())
                .isFalse();
        assertThat(a.registry.pause(new ElectionName("unknown"), null, club.now))
                .isFalse();
        assertThat(known("a")).isEmpty();
    }

    @Test
    @DisplayName("105,000 names mentioned by a peer leave a bounded number behind")
    void floodOfEnrolments() {
        NodeId hostile = club.member("b").id;
        for (int i = 0; i < 105_000; i += 50) {
            List<Enrolment> some = new ArrayList<>();
            for (int j = i; j < i + 50; j++) {
                some.add(new Enrolment(new ElectionName("name-" + j), Enrolment.Part.CANDIDATE));
            }
            club.member("a").registry.heard(hostile, new RegistryMessage.Enrolled(some), club.now);
        }

        assertThat(known("a")).hasSizeLessThanOrEqualTo(ElectionTable.MOST_IDLE);
        assertThat(club.leads("a").value()).as("and a leads nevertheless").isEqualTo(1);
    }

    @Test
    @DisplayName("messages of every kind about unknown names leave a bounded number behind")
    void floodOfAllKinds() {
        Club.Member a = club.member("a");
        NodeId hostile = club.member("b").id;
        ViewId view = ViewId.of(a.registry.view());
        for (int i = 0; i < 2_000; i++) {
            ElectionName name = new ElectionName("name-" + i);
            Term term = Term.of(hostile, 1);
            Testimony told = new Testimony(
                    name, 1, null, null, List.of(), 0, null, Duration.ZERO, null, Enrolment.Part.CANDIDATE);
            List.<RegistryMessage>of(
                            new RegistryMessage.Collected(view, club.charter(), true, 1, 3, List.of(told)),
                            new RegistryMessage.Refused(view, "n", told),
                            new RegistryMessage.Displaced(view, name, List.of(term), new NodeName("b")),
                            new RegistryMessage.Ended(name, term, LossReason.RELEASED, null),
                            new RegistryMessage.Voted(
                                    1,
                                    true,
                                    List.of(new RegistryMessage.Vote(name, term, RegistryMessage.Stance.TAKEN, 1))))
                    .forEach(message -> a.registry.heard(hostile, message, club.now));
        }
        club.pass(LONG);

        assertThat(known("a")).hasSizeLessThanOrEqualTo(ElectionTable.MOST_IDLE);
    }

    @Test
    @DisplayName("terms begun under ever new names are promised within a bound, and refused beyond it")
    void floodOfTerms() {
        Club.Member a = club.member("a");
        NodeId hostile = club.member("b").id;
        for (int i = 0; i < 20_000; i++) {
            begin(a, hostile, new ElectionName("name-" + i), 1);
        }

        assertThat(known("a")).hasSizeLessThanOrEqualTo(ElectionTable.MOST);
        assertThat(lastVote().stance()).isEqualTo(RegistryMessage.Stance.NOT_YET);

        assertThat(a.warnings).singleElement().asString().startsWith("b mentions more than 16384 elections");

        club.pass(LONG);
        assertThat(known("a")).as("once no promise binds").isEmpty();
        assertThat(disk("a")).isEmpty();
        begin(a, hostile, new ElectionName("one-more"), 2);
        assertThat(lastVote().stance()).isEqualTo(RegistryMessage.Stance.PROMISED);
    }

    private void begin(Club.Member member, NodeId leader, ElectionName election, long term) {
        RegistryMessage.Beat beat = new RegistryMessage.Beat(election, Term.of(leader, term), 0, List.of());
        member.registry.heard(
                leader,
                new RegistryMessage.Round(1, club.charter(), RegistryMessage.Purpose.BEGIN, List.of(beat)),
                club.now);
        club.deliver();
    }

    private RegistryMessage.Vote lastVote() {
        RegistryMessage.Vote found = null;
        for (Club.Letter letter : club.delivered) {
            if (letter.message() instanceof RegistryMessage.Voted voted) {
                found = voted.votes().get(voted.votes().size() - 1);
            }
        }
        return Objects.requireNonNull(found);
    }

    @Test
    @DisplayName("a promise that may still bind is never dropped")
    void bindingPromisesStay() {
        Club.Member a = club.member("a");
        begin(a, club.member("b").id, new ElectionName("job"), 1);
        Duration binds = club.timing.silence();

        club.pass(binds.minus(Duration.ofMillis(20)));
        assertThat(disk("a")).hasSize(1);

        club.pass(binds.multipliedBy(2));
        assertThat(disk("a")).isEmpty();
        assertThat(club.floors).containsEntry("a", 1L);
    }

    @Test
    @DisplayName("one election per job: nothing of it stays, and tokens of the same name never fall")
    void oneElectionPerJob() {
        long last = 0;
        for (int i = 0; i < 40; i++) {
            ElectionName job = new ElectionName("job-" + i % 4);
            long token = runJob("a", job);
            assertThat(token).as("%s", job).isGreaterThan(i < 4 ? 0 : last);
            if (i % 4 == 3) {
                club.pass(LONG);
                assertThat(known("a")).isEmpty();
                assertThat(known("b")).isEmpty();
                assertThat(disk("b")).isEmpty();
                last = token;
            }
        }
    }

    @Test
    @DisplayName("tokens do not fall when all members restart after the election was forgotten")
    void allRestart() {
        ElectionName job = new ElectionName("job");
        long first = runJob("a", job);
        runJob("a", job);
        long third = runJob("a", job);
        assertThat(third).isGreaterThan(first);
        club.pass(LONG);
        assertThat(disk("b")).isEmpty();

        club.start("a", "b", "c");
        club.meet("a", "b", "c");
        club.pass(Duration.ofSeconds(3));

        assertThat(runJob("b", job)).isGreaterThan(third);
    }

    @Test
    @DisplayName("a disk that refuses to drop promises keeps them, and is asked again")
    void diskRefuses() {
        runJob("a", new ElectionName("job"));
        club.member("b").diskFull = true;
        club.pass(LONG);
        assertThat(disk("b")).hasSize(1);
        assertThat(known("b")).isEmpty();

        club.member("b").diskFull = false;
        club.pass(LONG);
        assertThat(disk("b")).isEmpty();
    }

    @Test
    @DisplayName("a promise of a former life in an election that nobody mentions is dropped, once it cannot bind")
    void formerLives() {
        club.disks.put(
                "b",
                new ArrayList<>(List.of(new Mark(
                        new ElectionName("old"), Term.of(NodeId.of("x", "0001"), 7), Duration.ofSeconds(10)))));
        club.start("b", true);
        club.meet("a", "b", "c");

        club.pass(Duration.ofSeconds(10));
        assertThat(disk("b")).hasSize(1);
        club.pass(LONG);
        assertThat(disk("b")).isEmpty();
        assertThat(club.floors).containsEntry("b", 7L);
    }

    @Test
    @DisplayName("a member that is cut off forgets nothing: it does not know who takes part")
    void cutOff() {
        begin(club.member("a"), club.member("b").id, new ElectionName("job"), 1);
        club.meet("a");
        club.pass(LONG);

        assertThat(disk("a")).hasSize(1);
    }

    @Test
    @DisplayName("former processes of a node are not kept")
    void incarnations() {
        club.member("a").registry.enroll(new Enrolment(Club.ELECTION, Enrolment.Part.CANDIDATE), club.now);
        for (int i = 0; i < 100; i++) {
            club.start("b", true).registry.enroll(new Enrolment(Club.ELECTION, Enrolment.Part.CANDIDATE), club.now);
            club.meet("a", "b", "c");
            club.start("pod-" + i, true)
                    .registry
                    .enroll(new Enrolment(Club.ELECTION, Enrolment.Part.OBSERVER), club.now);
            club.meet("a", "b", "c", "pod-" + i);
        }

        assertThat(club.member("a").registry.books(club.now).candidates())
                .as("this node, b, and the latest that have gone")
                .hasSizeLessThanOrEqualTo(40);
    }

    /** A candidate joins, leads, gives the term back and leaves. */
    private long runJob(String name, ElectionName job) {
        Club.Member member = club.member(name);
        member.registry.enroll(new Enrolment(job, Enrolment.Part.CANDIDATE), club.now);
        club.deliver();
        FencingToken token = null;
        for (int i = 0; i < 20 && token == null; i++) {
            Answer answer = bid(member, job);
            token = answer == null ? null : answer.granted();
            if (token == null) {
                club.pass(Duration.ofMillis(500));
            }
        }
        FencingToken granted = Objects.requireNonNull(token, "not elected");
        MonoTime deadline = club.now.plus(club.timing.lease().ioTimeout());
        Parting parting = new Parting(new Hold(job, granted, "n"), LossReason.RELEASED, null);
        member.registry.release(parting, deadline, answer -> {}, club.now);
        club.deliver();
        member.registry.enroll(new Enrolment(job, Enrolment.Part.GONE), club.now);
        club.deliver();
        return granted.value();
    }

    private Answer bid(Club.Member member, ElectionName job) {
        member.answer = null;
        MonoTime deadline = club.now.plus(club.timing.lease().ioTimeout());
        Bid bid = new Bid(job, 0, 0, new FencingToken(1), "n");
        member.registry.acquire(bid, deadline, answer -> member.answer = answer, club.now);
        club.deliver();
        return member.answer;
    }

    private List<ElectionName> known(String name) {
        return club.member(name).registry.books(club.now).elections().stream()
                .map(seen -> seen.election())
                .toList();
    }

    private List<Mark> disk(String name) {
        return club.disks.getOrDefault(name, List.of());
    }
}
