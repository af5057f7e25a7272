package dev.primus.core.registry;

import static dev.primus.core.registry.Club.ELECTION;
import static dev.primus.core.registry.PromisesTest.verdict;
import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.FencingToken;
import dev.primus.core.LossReason;
import dev.primus.core.MonoTime;
import dev.primus.core.NodeId;
import dev.primus.core.NodeName;
import dev.primus.core.Pause;
import dev.primus.core.Quorum;
import dev.primus.core.RegistryTiming;
import dev.primus.core.peers.Books;
import dev.primus.core.spi.Answer;
import dev.primus.core.spi.Enrolment;
import dev.primus.core.spi.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@DisplayName("Views say when to try, who hands terms out, and under AVAILABLE who leads")
class ViewsTest {

    @Test
    @Tag("G1")
    @DisplayName("nobody is granted anything before the settle window is over, unless all have met")
    void settleWindow() {
        Club club = new Club(Quorum.available(3), RegistryTiming.DOCUMENTED_AVAILABLE);
        club.start("a", "b", "c");
        club.meet("a");
        assertThat(verdict(club.bid("a"))).isEqualTo(Verdict.NO);
        assertThat(club.member("a").registry.obstacle(club.now)).contains("just begun");
        club.meet("a", "b", "c");

        assertThat(club.leads("a").value()).isPositive();
        assertThat(club.member("a").registry.view().members()).hasSize(3);
    }

    @Test
    @DisplayName("a node alone leads alone, after it has waited for the others")
    void alone() {
        Club club = new Club(Quorum.available(3), RegistryTiming.DOCUMENTED_AVAILABLE);
        club.start("a");
        club.meet("a");
        club.pass(Duration.ofMillis(2100));

        assertThat(club.leads("a").value()).as("no lower than the time").isGreaterThanOrEqualTo(1_000_000);
    }

    @Test
    @Tag("G4")
    @DisplayName("where no promise binds, the takeover delay alone is waited for")
    void availableTakeover() {
        Club club = Club.available(3);
        club.leads("a");
        club.cutOff("a");
        club.meet("b", "c");
        club.pass(Duration.ofMillis(900));
        assertThat(verdict(club.bid("b"))).isEqualTo(Verdict.NO);
        club.pass(Duration.ofMillis(200));

        assertThat(club.leads("b").value()).isPositive();
    }

    @Test
    @Tag("G4")
    @DisplayName("back within the delay: nothing changes")
    void backWithinTheDelay() {
        Club club = Club.available(3);
        FencingToken token = club.leads("a");
        club.meet("b", "c");
        club.pass(Duration.ofMillis(500));
        club.meet("b", "a", "c");
        club.pass(Duration.ofMillis(400));

        assertThat(verdict(club.renew("a", token))).isEqualTo(Verdict.YES);
        assertThat(club.member("b").sees().holder()).isEqualTo(club.member("a").id);
    }

    @Test
    @Tag("G7")
    @DisplayName("R1 two sides meet: both terms are set aside, and the lower name begins anew above both")
    void merge() {
        Club club = Club.available(4);
        FencingToken one = club.leads("c");
        club.lost = letter -> true;
        club.meet("a", "b");
        club.meet("c", "d");
        club.lost = letter -> isAcross(club, letter);
        club.meet("a", "b");
        club.meet("c", "d");
        club.pass(Duration.ofMillis(1500));
        FencingToken other = club.leads("b");
        assertThat(verdict(club.renew("c", one))).isEqualTo(Verdict.YES);
        club.lost = letter -> false;
        club.meet("d", "a", "b", "c");

        assertThat(lossOf(club.renew("c", one))).isEqualTo(LossReason.MERGED);
        assertThat(lossOf(club.renew("b", other))).isEqualTo(LossReason.MERGED);
        club.release("c", one, null);
        assertThat(verdict(club.bid("c")))
                .as("the chosen one has not stopped yet")
                .isEqualTo(Verdict.NO);
        club.release("b", other, null);
        assertThat(verdict(club.bid("c"))).as("the first try is not its").isEqualTo(Verdict.NO);
        assertThat(club.leads("b").value()).isGreaterThan(Math.max(one.value(), other.value()));
    }

    @Test
    @Tag("G6")
    @DisplayName("a leader that meets others who lead nothing goes on")
    void noFailback() {
        Club club = Club.available(3);
        FencingToken token = club.leads("c");
        club.start("a");
        club.meet("a", "b", "c");
        club.pass(Duration.ofMillis(500));

        assertThat(verdict(club.renew("c", token))).isEqualTo(Verdict.YES);
        assertThat(verdict(club.bid("a"))).isEqualTo(Verdict.NO);
    }

    @Test
    @DisplayName("a view that lost somebody must last before anything is granted on it")
    void stableViews() {
        Club club = Club.available(3);
        club.meet("b", "c");
        assertThat(club.bid("b")).as("it waits in the queue").isNull();
        club.pass(Duration.ofMillis(350));

        assertThat(verdict(club.member("b").answer)).isEqualTo(Verdict.YES);
    }

    @Test
    @DisplayName("S1 a member that has left in good order is not lost: the next term is granted at once")
    void leftInGoodOrder() {
        Club club = Club.ofThree();
        FencingToken token = club.leads("a");
        club.release("a", token, null);
        club.member("a").registry.leave(club.now);
        club.deliver();
        club.meet("b", "c");

        assertThat(verdict(club.bid("b"))).isEqualTo(Verdict.YES);
    }

    @Test
    @DisplayName("S1 the word that a member leaves may come after the view without it")
    void leftAfterTheView() {
        Club club = Club.ofThree();
        NodeId a = club.member("a").id;
        club.meet("b", "c");
        assertThat(club.bid("b")).as("it waits for a stable view").isNull();
        club.member("b").registry.heard(a, new RegistryMessage.Leaving(), club.now);
        club.deliver();

        assertThat(verdict(club.member("b").answer)).isEqualTo(Verdict.YES);
    }

    @Test
    @DisplayName("S1 a leader that leaves is succeeded when another candidate's term has its vote")
    void succeeded() {
        Club club = Club.ofThree();
        club.member("b").registry.enroll(new Enrolment(ELECTION, Enrolment.Part.CANDIDATE), club.now);
        club.deliver();
        Club.Member a = club.member("a");
        assertThat(a.registry.isSucceeded()).as("it gave nothing back").isTrue();
        club.release("a", club.leads("a"), null);
        assertThat(a.registry.isSucceeded()).isFalse();
        club.leads("b");

        assertThat(a.registry.isSucceeded()).isTrue();
    }

    @Test
    @DisplayName("where views decide, a registrar asks again who has not answered, and grants nothing before")
    void asksAgain() {
        Club club = Club.available(3);
        club.lost = letter -> letter.message() instanceof RegistryMessage.Collect
                && letter.to().equals(club.member("c").id);
        club.meet("b", "a", "c");
        club.pass(Duration.ofMillis(1400));
        assertThat(club.bid("a")).isNull();
        club.lost = letter -> false;
        club.pass(Duration.ofMillis(150));

        assertThat(verdict(club.member("a").answer)).isEqualTo(Verdict.YES);
    }

    @Test
    @DisplayName("a registrar that is gone answers nobody, and that is said in time")
    void noRegistrar() {
        Club club = Club.ofThree();
        club.lost = letter -> letter.message() instanceof RegistryMessage.Claim;
        assertThat(club.bid("b")).isNull();
        club.pass(Duration.ofMillis(450));

        assertThat(Objects.requireNonNull(club.member("b").answer).cause()).contains("registrar");
    }

    @Test
    @Tag("Z9")
    @DisplayName("an heir has the first try, for as long as that lasts")
    void heirs() {
        Club club = Club.ofThree();
        FencingToken token = club.leads("a");
        club.release("a", token, new NodeName("c"));

        assertThat(verdict(club.bid("b"))).isEqualTo(Verdict.NO);
        assertThat(club.member("b").sees().heir()).isEqualTo(new NodeName("c"));
        club.meet("b", "a", "c");
        club.pass(Duration.ofMillis(10));
        assertThat(verdict(club.bid("b"))).as("a new registrar is told of it").isEqualTo(Verdict.NO);
        assertThat(club.leads("c").value()).isEqualTo(2);
    }

    @Test
    @DisplayName("an heir that does not come is waited for no longer than was said")
    void absentHeir() {
        Club club = Club.ofThree();
        FencingToken token = club.leads("a");
        club.release("a", token, new NodeName("nowhere"));
        club.pass(club.timing.lease().heirWindow());

        assertThat(club.leads("b").value()).isEqualTo(2);
    }

    @Test
    @Tag("Z9")
    @DisplayName("a paused election changes hands for nobody, whoever was told, until it goes on")
    void pauses() {
        Club club = Club.ofThree();
        Registry told = club.member("b").registry;
        Pause pause = new Pause("me", "a test", Instant.EPOCH);
        assertThat(told.pause(ELECTION, pause, club.now))
                .as("there is no such election")
                .isFalse();
        told.enroll(new Enrolment(ELECTION, Enrolment.Part.CANDIDATE), club.now);
        assertThat(told.pause(ELECTION, pause, club.now)).isTrue();
        assertThat(told.pause(ELECTION, pause, club.now)).isFalse();
        club.deliver();
        assertThat(club.member("a").sees().pause()).isEqualTo(pause);
        assertThat(verdict(club.bid("c"))).isEqualTo(Verdict.NO);
        club.wall += 1000;
        assertThat(told.pause(ELECTION, null, club.now)).isTrue();
        club.deliver();

        assertThat(club.leads("c").value()).isEqualTo(1);
    }

    @Test
    @Tag("G8")
    @DisplayName("everybody knows who takes part, who leads, since when, and who led before")
    void books() {
        Club club = Club.ofThree();
        long edition = club.member("c").registry.edition();
        club.member("a").registry.enroll(new Enrolment(ELECTION, Enrolment.Part.CANDIDATE), club.now);
        club.member("b").registry.enroll(new Enrolment(ELECTION, Enrolment.Part.OBSERVER), club.now);
        club.deliver();
        FencingToken first = club.leads("a");
        club.release("a", first, null);
        club.leads("b");
        Books books = club.member("c").registry.books(club.now);

        assertThat(club.member("c").registry.edition()).isGreaterThan(edition);
        assertThat(books.candidates())
                .hasSize(2)
                .allMatch(candidate -> candidate.election().equals(ELECTION));
        assertThat(books.history().get(ELECTION)).hasSize(2);
        assertThat(books.history().get(ELECTION).get(1).reason()).isEqualTo(LossReason.RELEASED);
        assertThat(books.elections().get(0).since()).isNotNull();
        assertThat(books.view().members()).hasSize(3);
    }

    @Test
    @DisplayName("names of views are in order, and two groups never share one")
    void viewIds() {
        Club club = Club.ofThree();
        ViewId one = new ViewId(1, club.member("a").id);

        assertThat(one).isLessThan(new ViewId(2, club.member("a").id));
        assertThat(one).isLessThan(new ViewId(1, club.member("b").id));
        assertThat(club.member("a").registry.wakeAt()).isGreaterThanOrEqualTo(new MonoTime(0));
    }

    private static boolean isAcross(Club club, Club.Letter letter) {
        String from = letter.from().name().value();
        String to = letter.to().name().value();
        return "ab".contains(from) != "ab".contains(to);
    }

    private static LossReason lossOf(@org.jspecify.annotations.Nullable Answer answer) {
        return Objects.requireNonNull(Objects.requireNonNull(answer).loss());
    }

    @Test
    @DisplayName("an election that a member with a clock ahead has paused is resumed by any other member")
    void resumedByAnotherClock() {
        Club club = Club.ofThree();
        club.leads("a");
        club.wall += Duration.ofHours(1).toMillis();
        Pause pause = new Pause("operator", "maintenance", Instant.EPOCH);
        assertThat(club.member("a").registry.pause(ELECTION, pause, club.now)).isTrue();
        club.deliver();
        club.wall -= Duration.ofHours(1).toMillis();

        assertThat(club.member("b").registry.pause(ELECTION, null, club.now)).isTrue();
        club.deliver();
        assertThat(club.member("a").sees().pause()).isNull();
        assertThat(club.member("b").sees().pause()).isNull();
        assertThat(club.member("c").sees().pause()).isNull();
    }

    @Test
    @DisplayName("a resume that a member has missed is sent again when the operator repeats it")
    void resumedTwice() {
        Club club = Club.ofThree();
        club.leads("a");
        Pause pause = new Pause("operator", "maintenance", Instant.EPOCH);
        club.member("a").registry.pause(ELECTION, pause, club.now);
        club.deliver();
        club.lost = letter -> letter.to().equals(club.member("c").id);
        club.member("b").registry.pause(ELECTION, null, club.now);
        club.deliver();
        assertThat(club.member("c").sees().pause()).isNotNull();
        club.lost = letter -> false;

        assertThat(club.member("b").registry.pause(ELECTION, null, club.now))
                .as("nothing changes here")
                .isFalse();
        club.deliver();
        assertThat(club.member("c").sees().pause()).isNull();
    }
}
