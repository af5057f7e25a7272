package dev.primus.core.ballot;

import static dev.primus.core.ballot.Parish.ELECTION;
import static dev.primus.core.ballot.Parish.verdict;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import dev.primus.core.ElectionName;
import dev.primus.core.Electorate;
import dev.primus.core.ElectorateVersion;
import dev.primus.core.LossReason;
import dev.primus.core.NodeId;
import dev.primus.core.Quorum;
import dev.primus.core.Suffrage;
import dev.primus.core.Term;
import dev.primus.core.ballot.BallotMessage.Acknowledged;
import dev.primus.core.ballot.BallotMessage.Amended;
import dev.primus.core.ballot.BallotMessage.Amendment;
import dev.primus.core.ballot.BallotMessage.Candidacy;
import dev.primus.core.ballot.BallotMessage.Heard;
import dev.primus.core.ballot.BallotMessage.Recalled;
import dev.primus.core.ballot.BallotMessage.Reply;
import dev.primus.core.ballot.BallotMessage.Stage;
import dev.primus.core.ballot.BallotMessage.Stance;
import dev.primus.core.ballot.BallotMessage.Sworn;
import dev.primus.core.ballot.BallotMessage.Vote;
import dev.primus.core.spi.Enrolment;
import dev.primus.core.spi.Mark;
import dev.primus.core.spi.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("B7")
@DisplayName("A vote file that was put back or copied is noticed, since others remember what was sworn")
class RecollectionsTest {
    private final Parish parish = Parish.of(3);

    private Term term(String name, long number) {
        return Term.of(parish.id(name), number);
    }

    private static Recalled recalled(long number) {
        return new Recalled(List.of(new Sworn(ELECTION, number)));
    }

    private Candidacy candidacy(Term term, Stage stage) {
        String name = term.leader().name().value();
        return new Candidacy(
                ELECTION, term, 1, stage, parish.electorate(), parish.charter(), parish.member(name).facts, 0);
    }

    /** What a voter says to one that can be voted for. */
    private Stance toCandidate(String voter, Term term) {
        parish.member(voter).hears(term.leader(), candidacy(term, Stage.VIABLE));
        return parish.said(voter, Acknowledged.class)
                .reduce((first, second) -> second)
                .orElseThrow()
                .stance();
    }

    /** What a voter says to a heartbeat. */
    private Reply toLeader(String voter, Term term) {
        parish.member(voter).hears(term.leader(), parish.heartbeat(term));
        return parish.said(voter, Heard.class)
                .reduce((first, second) -> second)
                .orElseThrow()
                .replies()
                .get(0);
    }

    private List<Recalled> told(String name) {
        return parish.sent.stream()
                .filter(letter -> letter.to().name().value().equals(name))
                .map(Parish.Letter::message)
                .filter(Recalled.class::isInstance)
                .map(Recalled.class::cast)
                .toList();
    }

    /** A new life with what its disk has; all three see it. */
    private Parish.Member restarts(String name) {
        parish.sent.clear();
        parish.start(name);
        parish.meet("a", "b", "c");
        parish.member(name).enroll(Enrolment.Part.CANDIDATE);
        return parish.member(name);
    }

    /** Of a's first term c has a copy of its file, which is put back after b has been elected by its vote. */
    private Term secondTermAndFirstFile() {
        Term first = parish.elects("a");
        List<Mark> copy = parish.disks.get("c");
        parish.release(first, LossReason.RELEASED, null);
        Term second = parish.elects("b");
        parish.disks.put("c", copy);
        return second;
    }

    @Nested
    @DisplayName("an older copy")
    class OlderCopy {
        @Test
        @DisplayName("Vote2 it votes for nobody, acknowledges nobody, and says once what to do; the others go on")
        void putBack() {
            Term led = secondTermAndFirstFile();
            Parish.Member c = restarts("c");

            String said =
                    ("in 'e' this node has sworn to term 2, which %s has heard, and its vote file knows of 1 at most:"
                                    + " the file is an older copy, or another node's. It neither votes nor stands there. Stop the"
                                    + " node, remove the file, so that it begins in silence, and start it again")
                            .formatted(parish.id("b"));
            assertThat(c.warnings).containsExactly(said);
            assertThat(c.obstacle()).isEqualTo(said);
            assertThat(c.ballot.obstacle(ELECTION, parish.now)).isEqualTo(said);

            parish.leadsFor(4500, led);
            assertThat(toCandidate("c", term("a", 2))).isEqualTo(Stance.NOT_YET);
            assertThat(toCandidate("c", term("a", 9))).isEqualTo(Stance.NOT_YET);
            assertThat(toLeader("c", led).stance()).isEqualTo(Stance.NOT_YET);
            assertThat(toLeader("c", term("a", 9)).stance()).isEqualTo(Stance.NOT_YET);
            parish.pass(1000);
            assertThat(parish.votesOf("c")).isEmpty();
            assertThat(c.warnings).hasSize(1);
            assertThat(verdict(parish.member("b").answer)).isEqualTo(Verdict.YES);
        }

        @Test
        @DisplayName("it still sees who leads, and still says what keeps it from leading")
        void looksOn() {
            Term led = secondTermAndFirstFile();
            Parish.Member c = restarts("c");
            parish.leadsFor(2700, led);

            assertThat(c.leader()).isEqualTo(led);
            assertThat(c.looks).contains(ELECTION);
            assertThat(c.obstacle()).contains("older copy");
            parish.pass(2000);
            assertThat(c.leader()).as("and that nobody does").isNull();
        }

        @Test
        @DisplayName("it does not stand, not even as an heir")
        void doesNotStand() {
            Term led = secondTermAndFirstFile();
            Parish.Member c = restarts("c");
            parish.pass(1000);
            assertThat(c.sees().isOpenTo(c.id.name())).isFalse();
            assertThat(verdict(parish.bid("c"))).isEqualTo(Verdict.NO);

            parish.release(led, LossReason.TRANSFERRED, c.id.name());
            assertThat(verdict(parish.bid("c"))).isEqualTo(Verdict.NO);
            assertThat(parish.said("c", Candidacy.class)).isEmpty();
        }

        @Test
        @DisplayName("it does not go on with whom it swore to by the old file, which may not be the last")
        void notWithTheFormer() {
            Term first = parish.elects("a");
            Parish.Member c = restarts("c");
            assertThat(toLeader("c", first).stance()).as("in its silence").isEqualTo(Stance.AGREED);

            c.hears(parish.id("b"), recalled(2));
            assertThat(toLeader("c", first).stance()).isEqualTo(Stance.NOT_YET);
        }

        @Test
        @DisplayName("in the other elections it votes as ever")
        void otherElections() {
            Parish.Member c = parish.member("c");
            c.hears(parish.id("a"), parish.heartbeat(term("a", 1)));
            c = restarts("c");
            c.hears(parish.id("a"), new Recalled(List.of(new Sworn(new ElectionName("other"), 1))));
            parish.pass(1000);

            assertThat(c.warnings).hasSize(1);
            assertThat(c.ballot.obstacle(new ElectionName("other"), parish.now)).contains("knows of 0 at most");
            assertThat(toCandidate("c", term("a", 2))).isEqualTo(Stance.AGREED);
        }

        @Test
        @DisplayName("a leader gives its term up, a candidate withdraws")
        void alreadyStanding() {
            Term led = parish.elects("c");
            Parish.Member c = restarts("c");
            parish.pass(1000);
            parish.lost = letter -> letter.message() instanceof Vote;
            parish.bid("c");
            parish.pass(100);
            assertThat(c.answer).isNull();
            c.hears(parish.id("a"), recalled(7));
            assertThat(verdict(c.answer)).isEqualTo(Verdict.NO);
            assertThat(parish.said("c", Candidacy.class).map(Candidacy::stage)).contains(Stage.WITHDRAWN);
            assertThat(led.token().value()).isEqualTo(1);

            parish.heal();
            parish.pass(1000);
            Term next = parish.elects("b");
            assertThat(next.leader()).as("the others go on").isEqualTo(parish.id("b"));
            restarts("b");
            parish.pass(1000);
            Term again = parish.elects("b");
            parish.member("b").hears(parish.id("a"), recalled(again.token().value() + 1));
            assertThat(parish.member("b").surrenders).isEmpty();
            parish.renew("b", again);
            assertThat(parish.member("b").surrenders).containsExactly(LossReason.MERGED);
        }

        @Test
        @DisplayName("a vote that is not on the disk yet is not told any more, nor is one told again")
        void notToldAnyMore() {
            parish.elects("a");
            Parish.Member c = restarts("c");
            parish.pass(1000);
            c.diskSlow = true;
            toCandidate("c", term("b", 2));
            parish.pass(200);
            assertThat(c.unwritten).hasSize(1);
            c.hears(parish.id("a"), recalled(3));
            c.diskIsDone();
            assertThat(parish.votesOf("c")).isEmpty();

            Parish.Member b = restarts("b");
            parish.pass(1000);
            toCandidate("b", term("a", 2));
            parish.pass(200);
            assertThat(parish.votesOf("b")).containsExactly(term("a", 2));
            b.hears(parish.id("a"), recalled(3));
            parish.sent.clear();
            toCandidate("b", term("a", 2));
            assertThat(parish.votesOf("b")).isEmpty();
        }

        @Test
        @Tag("B12")
        @DisplayName("nor that it keeps a change of the voters")
        void keepsNoChange() {
            Term led = parish.elects("a");
            Parish.Member c = restarts("c");
            assertThat(toLeader("c", led).stance()).isEqualTo(Stance.AGREED);
            c.diskSlow = true;
            Suffrage change = Suffrage.of(Electorate.first(Set.of(Parish.named(3))))
                    .proposing(new Electorate(1, 1, Set.of(Parish.named(4))));
            c.hears(parish.id("a"), new Amendment(ELECTION, led, change));
            c.hears(parish.id("b"), recalled(3));
            c.diskIsDone();

            assertThat(parish.said("c", Amended.class)).isEmpty();
        }

        @Test
        @DisplayName("whoever was not there when it came into view, or was not heard, tells it later")
        void toldLater() {
            Term led = secondTermAndFirstFile();
            parish.lost = letter -> letter.message() instanceof Recalled;
            Parish.Member c = restarts("c");
            assertThat(c.warnings).isEmpty();
            assertThat(told("c")).hasSize(2);
            parish.leadsFor(450, led);
            assertThat(told("c"))
                    .as("by its leader, who hears that it knows less")
                    .hasSize(3);
            parish.renew("b", led);
            assertThat(told("c")).as("and not each time").hasSize(3);
            parish.heal();
            parish.leadsFor(900, led);
            assertThat(c.warnings).hasSize(1);

            parish.meet("a", "b");
            parish.meet("a", "b", "c");
            assertThat(c.warnings).as("nor said twice").hasSize(1);
        }
    }

    @Nested
    @DisplayName("no file at all")
    class NoFile {
        @Test
        @DisplayName("Vote2 it takes what it is told for its floor, is silent for its time, and votes above it")
        void floor() {
            Term led = parish.elects("a");
            parish.disks.remove("c");
            Parish.Member c = restarts("c");
            assertThat(c.warnings).isEmpty();
            assertThat(toLeader("c", led).stance()).as("silent").isEqualTo(Stance.NOT_YET);
            parish.pass(1000);

            toCandidate("c", term("b", 1));
            parish.pass(400);
            assertThat(parish.votesOf("c")).isEmpty();
            toCandidate("c", term("b", 2));
            parish.pass(400);
            assertThat(parish.votesOf("c")).containsExactly(term("b", 2));
            assertThat(c.obstacle()).doesNotContain("older copy");
        }

        @Test
        @DisplayName("it follows the leader of that very term again, and of none below")
        void followsAgain() {
            Term led = parish.elects("a");
            parish.disks.remove("c");
            restarts("c");
            parish.leadsFor(1350, led);
            assertThat(parish.member("c").leader()).isEqualTo(led);
            assertThat(toLeader("c", led).stance()).isEqualTo(Stance.AGREED);

            parish.member("c").hears(parish.id("a"), recalled(4));
            Reply reply = toLeader("c", led);
            assertThat(reply.stance()).isEqualTo(Stance.LATER);
            assertThat(reply.highest()).isEqualTo(4);
        }

        @Test
        @DisplayName("its next life, which has a file, is told the same and goes on, however soon it begins")
        void nextLives() {
            ElectionName other = new ElectionName("other");
            Term led = parish.elects("a");
            parish.disks.remove("c");
            restarts("c");
            for (int life = 0; life < 3; life++) {
                Parish.Member c = restarts("c");
                assertThat(c.warnings).isEmpty();
                assertThat(toLeader("c", led).stance())
                        .as("silent, and with nobody to go on with")
                        .isEqualTo(Stance.NOT_YET);
            }
            parish.pass(1000);
            parish.disks.put("c", plus(parish.disks.get("c"), new Mark(other, led, parish.timing.silence())));
            Parish.Member c = restarts("c");
            assertThat(told("c")).isNotEmpty();
            assertThat(c.warnings).isEmpty();
            parish.pass(1000);
            assertThat(toLeader("c", led).stance()).isEqualTo(Stance.AGREED);
            assertThat(restarts("c").warnings).isEmpty();
        }

        @Test
        @DisplayName(
                "a floor that the disk has refused goes before the next word, so that no file has one without the other")
        void refusedFloor() {
            parish.elects("a");
            parish.disks.remove("c");
            parish.lost = letter -> letter.message() instanceof Recalled;
            Parish.Member c = restarts("c");
            parish.heal();
            parish.pass(1000);
            c.diskFull = true;
            c.hears(parish.id("a"), new Recalled(List.of(new Sworn(new ElectionName("other"), 3))));
            assertThat(parish.disks.get("c")).isNull();
            c.diskFull = false;
            toCandidate("c", term("b", 2));
            parish.pass(200);

            assertThat(parish.disks.get("c"))
                    .extracting(
                            mark -> mark.election().value(),
                            mark -> mark.term().token().value())
                    .containsExactly(tuple("other", 3L), tuple("e", 2L));
            toCandidate("c", term("b", 4));
            parish.pass(1000);
            assertThat(parish.disks.get("c")).as("once is enough").hasSize(3);
        }

        @Test
        @DisplayName("what it has sworn meanwhile below the floor is not told any more")
        void belowTheFloor() {
            parish.disks.remove("c");
            Parish.Member c = parish.member("c");
            c.diskSlow = true;
            toCandidate("c", term("b", 1));
            parish.pass(200);
            c.hears(parish.id("a"), recalled(2));
            c.diskIsDone();
            assertThat(parish.votesOf("c")).isEmpty();
        }
    }

    @Nested
    @DisplayName("there is no false alarm")
    class NoFalseAlarm {
        private void nobodyWarns() {
            parish.members.values().forEach(member -> {
                assertThat(member.warnings).as("%s", member.id).isEmpty();
                assertThat(member.obstacle()).doesNotContain("older copy");
            });
        }

        @Test
        @DisplayName("after a restart, of one and of all, and of one that is cut off and comes back")
        void restarts() {
            Term first = parish.elects("a");
            RecollectionsTest.this.restarts("c");
            assertThat(told("c")).contains(recalled(1));
            RecollectionsTest.this.restarts("c");
            parish.leadsFor(1350, first);
            assertThat(parish.member("c").leader()).isEqualTo(first);
            parish.meet("a", "b");
            parish.meet("a", "b", "c");
            parish.release(first, LossReason.RELEASED, null);
            parish.elects("c");
            for (String name : List.of("a", "b", "c")) {
                RecollectionsTest.this.restarts(name);
            }
            parish.pass(1000);
            parish.elects("a");
            nobodyWarns();
        }

        @Test
        @DisplayName("if a message overtakes another, or comes late")
        void outOfOrder() {
            List<Parish.Letter> held = new ArrayList<>();
            Term first = parish.elects("a");
            parish.lost = letter -> letter.message() instanceof Recalled && held.add(letter);
            RecollectionsTest.this.restarts("c");
            parish.heal();
            parish.release(first, LossReason.RELEASED, null);
            parish.pass(1000);
            parish.elects("b");
            held.forEach(letter -> parish.member("c").hears(letter.from(), letter.message()));
            parish.member("c").hears(parish.id("a"), recalled(2));
            // An old answer says less than is known: it is told again, and knows it.
            Reply old = new Reply(ELECTION, first, parish.electorate(), Stance.AGREED, 1);
            parish.sent.clear();
            parish.member("b").hears(parish.id("c"), new Heard(1, true, List.of(old)));
            assertThat(told("c")).containsExactly(recalled(2));
            nobodyWarns();
        }

        @Test
        @DisplayName("if the disk refuses a vote: nobody has heard of it")
        void refused() {
            Parish.Member c = parish.member("c");
            parish.elects("a");
            parish.pass(2000);
            c.diskFull = true;
            toCandidate("c", term("b", 2));
            parish.pass(400);
            assertThat(RecollectionsTest.this.restarts("c").warnings).isEmpty();
            assertThat(told("c")).isNotEmpty().containsOnly(recalled(1));
            nobodyWarns();
        }

        @Test
        @DisplayName("if a vote is on the disk and was not told any more")
        void writtenAndNotTold() {
            Parish.Member c = parish.member("c");
            parish.elects("a");
            parish.pass(2000);
            c.diskSlow = true;
            toCandidate("c", term("b", 2));
            parish.pass(200);
            parish.disks.put(
                    "c", plus(parish.disks.get("c"), c.unwritten.remove().get(0)));
            RecollectionsTest.this.restarts("c");
            assertThat(told("c")).isNotEmpty().containsOnly(recalled(1));
            nobodyWarns();
        }

        @Test
        @DisplayName("where no majority is asked for: nothing is remembered, and nothing believed")
        void plurality() {
            Parish available = Parish.available(3);
            available.stand("a", "b", "c");
            List<Mark> none = List.of();
            available.disks.put("c", none);
            available.start("c");
            available.sent.clear();
            available.meet("a", "b", "c");
            available.member("c").hears(available.id("a"), recalled(1_001_100));

            assertThat(available.sent).noneMatch(letter -> letter.message() instanceof Recalled);
            assertThat(available.member("c").warnings).isEmpty();
            assertThat(available.member("c").unwritten).isEmpty();
            assertThat(available.disks.get("c")).isEmpty();
        }

        @Test
        @DisplayName("of observers, who swear nothing: nobody remembers them, and they believe nobody")
        void observers() {
            Parish mixed = new Parish(Quorum.majorityOf(3));
            mixed.start("a", "b");
            mixed.start("c", false);
            mixed.meet("a", "b", "c");
            mixed.member("a").enroll(Enrolment.Part.CANDIDATE);
            mixed.pass(1000);
            mixed.elects("a");
            mixed.disks.put("c", List.of(new Mark(ELECTION, Term.of(mixed.id("c"), 1), mixed.timing.silence())));
            mixed.start("c", false);
            mixed.sent.clear();
            mixed.meet("a", "b", "c");
            mixed.member("c").hears(mixed.id("a"), recalled(5));

            assertThat(mixed.sent).noneMatch(letter -> letter.message() instanceof Recalled);
            assertThat(mixed.member("c").warnings).isEmpty();
        }

        @Test
        @Tag("B12")
        @DisplayName("if voters change: who is none is not remembered, who was one knows what it has sworn")
        void electorates() {
            Parish named = new Parish(Quorum.majorityOf(List.of(Parish.named(3)))).settled(5);
            Term led = named.elects("a");
            named.start("d");
            named.sent.clear();
            named.meet("a", "b", "c", "d", "e");
            assertThat(named.sent).noneMatch(letter -> letter.message() instanceof Recalled);

            named.pass(1000);
            Term next = named.elects("b");
            assertThat(named.reform("b", "d", true)).isEmpty();
            named.leadsFor(450, next);
            assertThat(named.reform("b", "c", false)).isEmpty();
            for (String name : List.of("c", "d")) {
                named.start(name);
                named.sent.clear();
                named.meet("a", "b", "c", "d", "e");
                assertThat(named.sent).as(name).anyMatch(letter -> letter.message() instanceof Recalled);
            }
            assertThat(led).isNotEqualTo(next);
            named.members.values().forEach(member -> assertThat(member.warnings).isEmpty());
        }

        @Test
        @DisplayName("by numbers that nobody can have come to, nor by one of the same name")
        void notBelieved() {
            parish.elects("a");
            Parish.Member c = RecollectionsTest.this.restarts("c");
            c.hears(parish.id("a"), recalled(1002));
            c.hears(NodeId.of("c", "0099"), recalled(2));
            nobodyWarns();
            c.hears(parish.id("a"), recalled(1001));
            assertThat(c.warnings).hasSize(1);
        }
    }

    @Nested
    @DisplayName("what is remembered")
    class Remembered {
        private Vote vote(Term term) {
            return new Vote(ELECTION, term, ElectorateVersion.COUNTED);
        }

        @Test
        @DisplayName("the highest of votes and of what was agreed to in one's own terms; nothing else binds")
        void whatBinds() {
            Parish.Member a = parish.member("a");
            NodeId c = parish.id("c");
            parish.elects("a");
            a.hears(c, vote(term("b", 3)));
            a.hears(c, vote(term("b", 2)));
            parish.meet("a", "b");
            parish.meet("a", "b", "c");
            assertThat(parish.said("a", Recalled.class)).containsExactly(recalled(3));

            a.hears(c, vote(term("b", 5_000)));
            a.hears(c, heard(true, term("a", 4), Stance.BOUND));
            a.hears(c, heard(true, term("b", 5), Stance.AGREED));
            a.hears(c, heard(false, term("a", 6), Stance.AGREED));
            parish.sent.clear();
            parish.meet("a", "b");
            parish.meet("a", "b", "c");
            assertThat(parish.said("a", Recalled.class)).containsExactly(recalled(3));

            a.hears(c, heard(true, term("a", 7), Stance.AGREED));
            parish.sent.clear();
            parish.meet("a", "b");
            parish.meet("a", "b", "c");
            assertThat(parish.said("a", Recalled.class)).containsExactly(recalled(7));
        }

        private Heard heard(boolean voter, Term term, Stance stance) {
            return new Heard(1, voter, List.of(new Reply(ELECTION, term, parish.electorate(), stance, 9)));
        }

        @Test
        @DisplayName("of as many names as can vote, and those who were heard of longest ago are forgotten")
        void bounded() {
            Parish counted = new Parish(Quorum.majorityOf(3)).settled(3);
            Parish.Member a = counted.member("a");
            Term term = Term.of(counted.id("b"), 1);
            a.hears(counted.id("c"), vote(term));
            a.hears(counted.id("b"), vote(term));
            IntStream.range(1, Electorate.MOST).forEach(i -> a.hears(NodeId.of("n" + i, "0001"), vote(term)));
            counted.sent.clear();
            counted.sees("a", "a");
            counted.sees("a", "a", "b", "c");

            assertThat(counted.sent)
                    .filteredOn(letter -> letter.message() instanceof Recalled)
                    .extracting(Parish.Letter::to)
                    .containsExactly(counted.id("b"));
        }

        @Test
        @DisplayName("of many elections it is told in several messages")
        void inParts() {
            Parish.Member a = parish.member("a");
            for (int i = 0; i < 120; i++) {
                a.hears(parish.id("c"), new Vote(new ElectionName("e" + i), term("b", 1), parish.electorate()));
            }
            parish.meet("a", "b");
            parish.meet("a", "b", "c");
            assertThat(told("c")).extracting(each -> each.sworn().size()).containsExactly(50, 50, 20);
        }
    }

    private static List<Mark> plus(List<Mark> some, Mark one) {
        List<Mark> all = new ArrayList<>(some);
        all.add(one);
        return all;
    }
}
