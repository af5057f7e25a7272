package dev.primus.core.registry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.FencingToken;
import dev.primus.core.NodeId;
import dev.primus.core.Quorum;
import dev.primus.core.Term;
import dev.primus.core.spi.Answer;
import dev.primus.core.spi.Mark;
import dev.primus.core.spi.PeerView;
import dev.primus.core.spi.Verdict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Promises count only among members that go by the same rules, and of whom each is one")
class QuarrelsTest {
    private final Club club = Club.ofThree();

    private static Verdict verdict(@Nullable Answer answer) {
        return Objects.requireNonNull(answer).verdict();
    }

    /** Restarts a member that takes the cluster for another size. */
    private void restartAsOneOf(int size, String name) {
        Quorum before = club.quorum;
        club.quorum = Quorum.majorityOf(size);
        club.start(name);
        club.quorum = before;
    }

    @Test
    @DisplayName("R6 who counts to another majority promises nothing, and people are told why")
    void otherSize() {
        FencingToken token = club.leads("a");
        restartAsOneOf(5, "c");
        club.meet("a", "b", "c");
        club.pass(Duration.ofSeconds(1));

        assertThat(verdict(club.renew("a", token)))
                .as("two of three agree still")
                .isEqualTo(Verdict.YES);
        assertThat(club.member("c").warnings)
                .as("one for each of the others")
                .hasSize(2)
                .allMatch(text -> text.contains("majority 2 of 3") && text.contains("majority 3 of 5"));
        assertThat(club.member("c").registry.obstacle(club.now)).contains("goes by other rules");
        for (String name : List.of("a", "b", "c")) {
            assertThat(club.member(name).registry.configurationMismatch())
                    .as("what status shows on %s", name)
                    .contains("goes by other rules", "majority 2 of 3", "majority 3 of 5");
        }
    }

    @Test
    @DisplayName("R6 while members go by different rules nobody new leads, not even with a majority of one kind")
    void nobodyNewLeads() {
        restartAsOneOf(5, "c");
        club.meet("a", "b", "c");
        club.pass(Duration.ofSeconds(3));
        assertThat(verdict(club.bid("b"))).isEqualTo(Verdict.NO);

        club.start("c");
        club.meet("a", "b", "c");
        club.pass(Duration.ofSeconds(3));
        assertThat(verdict(club.bid("b"))).isEqualTo(Verdict.YES);
        assertThat(club.member("b").registry.obstacle(club.now)).isEmpty();
    }

    @Test
    @DisplayName("O2 every member names the one that goes by other rules, and none claims a term in vain")
    void everyMemberNamesIt() {
        restartAsOneOf(5, "c");
        club.meet("a", "b", "c");
        club.pass(Duration.ofSeconds(3));
        club.delivered.clear();
        for (int i = 0; i < 10; i++) {
            club.bid("a");
            club.bid("b");
            club.bid("c");
            club.pass(Duration.ofMillis(300));
        }

        for (String name : List.of("a", "b", "c")) {
            Club.Member member = club.member(name);
            String other = name.equals("c") ? "a#" : "c#";
            assertThat(member.registry.obstacle(club.now)).contains("goes by other rules", other);
            assertThat(member.warnings).anyMatch(text -> text.startsWith(other));
        }
        assertThat(club.delivered).noneMatch(letter -> letter.message() instanceof RegistryMessage.Claim);
    }

    @Test
    @DisplayName(
            "O2 a member that is refused again and again waits longer each time, and starts afresh in the next view")
    void backsOff() {
        club.start("d");
        club.lost = letter -> letter.message() instanceof RegistryMessage.Announced
                || letter.message() instanceof RegistryMessage.Collected
                        && !letter.to().equals(club.member("a").id);
        club.meet("a", "b", "c", "d");
        club.pass(Duration.ofSeconds(3));
        club.delivered.clear();
        for (int i = 0; i < 100; i++) {
            club.bid("b");
            club.pass(Duration.ofMillis(100));
        }

        long claims = club.delivered.stream()
                .filter(letter -> letter.message() instanceof RegistryMessage.Claim)
                .count();
        assertThat(claims).as("in ten seconds").isBetween(2L, 8L);
    }

    @Test
    @DisplayName("who only watches may be wrong for itself: it is told so, and the others go on")
    void watcherWithOtherRules() {
        Quorum before = club.quorum;
        club.quorum = Quorum.majorityOf(5);
        club.start("w", false);
        club.quorum = before;
        club.meet("a", "b", "c", "w");
        club.pass(Duration.ofSeconds(1));

        assertThat(verdict(club.bid("b"))).isEqualTo(Verdict.YES);
        assertThat(club.member("a").warnings).singleElement().asString().contains("only watches", "majority 3 of 5");
        assertThat(club.member("a").registry.obstacle(club.now)).isEmpty();
    }

    @Test
    @DisplayName("R6 more voters than there should be: nobody new leads until somebody mends that")
    void tooMany() {
        club.start("d");
        club.meet("a", "b", "c", "d");
        club.pass(Duration.ofSeconds(3));

        assertThat(verdict(club.bid("b"))).isEqualTo(Verdict.NO);
        assertThat(club.member("a").warnings).singleElement().asString().contains("4 nodes vote", "should be 3");
    }

    @Test
    @DisplayName("R6 a member whose name another process has promises nothing new")
    void namesake() {
        Club.Member b = club.member("b");
        NodeId twin = NodeId.of("b", "0099");
        b.registry.viewed(new PeerView(77, List.of(club.member("a").id, b.id, twin)), club.now);

        assertThat(b.warnings).singleElement().asString().contains("another process is called b");
        FencingToken token = new FencingToken(1);
        List<RegistryMessage.Stance> said = new ArrayList<>();
        club.lost = letter -> {
            if (letter.message() instanceof RegistryMessage.Voted voted) {
                voted.votes().forEach(vote -> said.add(vote.stance()));
            }
            return true;
        };
        NodeId a = club.member("a").id;
        Term term = new Term(a, token);
        RegistryMessage.Beat beat = new RegistryMessage.Beat(Club.ELECTION, term, 0, List.of());
        b.registry.heard(
                a,
                new RegistryMessage.Round(9, club.charter(), RegistryMessage.Purpose.BEGIN, List.of(beat)),
                club.now);
        club.deliver();
        assertThat(said).containsExactly(RegistryMessage.Stance.NOT_YET);
    }

    @Test
    @DisplayName("Vote3 who remembers nothing at all may have lost its memory, and waits as if it had promised")
    void lostMemory() {
        club.leads("a");
        club.disks.remove("b");
        club.disks.remove("c");
        club.start("b", "c");
        club.meet("b", "c");
        club.pass(Duration.ofMillis(2000));
        assertThat(verdict(club.bid("b"))).as("a may lead still").isEqualTo(Verdict.NO);

        club.pass(Duration.ofMillis(600));
        assertThat(verdict(club.bid("b"))).isEqualTo(Verdict.YES);
    }

    @Test
    @DisplayName("Vote3 a promise binds the next life for as long as it was given, though that life is in a hurry")
    void longerLease() {
        club.leads("a");
        List<Mark> kept = Objects.requireNonNull(club.disks.get("b"));
        Mark last = kept.get(kept.size() - 1);
        kept.add(new Mark(last.election(), last.term(), Duration.ofSeconds(10)));
        club.start("b");
        club.start("c");
        club.meet("b", "c");
        club.pass(Duration.ofSeconds(9));
        club.bid("c");
        club.pass(Duration.ofMillis(500));
        assertThat(verdict(club.member("c").answer)).isNotEqualTo(Verdict.YES);

        club.pass(Duration.ofMillis(1000));
        assertThat(verdict(club.bid("c"))).isEqualTo(Verdict.YES);
    }

    @Test
    @DisplayName("a disk that fails is tried again when somebody asks again, and what waits for it does not pile up")
    void failingDisk() {
        club.member("b").diskFull = true;
        club.member("c").diskFull = true;
        assertThat(club.bid("a")).isNull();
        club.pass(Duration.ofSeconds(1));
        club.member("b").diskFull = false;

        assertThat(verdict(club.bid("a"))).isEqualTo(Verdict.YES);
    }
}
