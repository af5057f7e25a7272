package dev.primus.server.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.DutyStatus;
import dev.primus.Health;
import dev.primus.HeartbeatStatus;
import dev.primus.Part;
import dev.primus.core.ElectionName;
import dev.primus.core.Pause;
import dev.primus.feed.FeedKind;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What a node answers to those who only look. */
class ControlTest {
    private static final ElectionName COORDINATOR = new ElectionName("coordinator");

    private final FakeSubject node = new FakeSubject("core-2#7f3a9c04");

    private Answer.Node status() {
        return (Answer.Node) node.control().answer(new Request.Status(), "ann");
    }

    private Answer.Verdict check() {
        return (Answer.Verdict) node.control().answer(new Request.Check(COORDINATOR), "ann");
    }

    private Answer.Verdict await(Condition condition, long millis) {
        return (Answer.Verdict) node.control().answer(new Request.Wait(COORDINATOR, condition, millis), "ann");
    }

    @Test
    void statusAsJson() {
        node.seat("coordinator")
                .leads(42)
                .with(
                        new DutyStatus("reports", DutyStatus.State.RUNNING),
                        new DutyStatus("mail", DutyStatus.State.IDLE));
        node.seat("billing");
        assertThat(Wire.json(status()).toString().replaceFirst("\"pid\":[0-9]+", "\"pid\":1"))
                .isEqualTo("""
                        {"v":1,"answer":"status","node":"core-2#7f3a9c04","cluster":"default","pid":1,\
                        "health":"UP","why":"","time":"2026-11-16T01:06:11Z","leaseMs":200,"elections":[\
                        {"election":"billing","part":"standby","leader":null,"term":null,"since":null,\
                        "unknownSince":null,"leaseLeftMs":null,"duties":[]},\
                        {"election":"coordinator","part":"leading","leader":"core-2#7f3a9c04","term":"42",\
                        "since":"2026-11-16T01:02:11Z","unknownSince":null,"leaseLeftMs":7900,"duties":[\
                        {"name":"reports","state":"running"},{"name":"mail","state":"idle"}]}]}""");
    }

    @Test
    @Tag("B4")
    @DisplayName("B4 the status of a node that votes has its heartbeats: running, is_admin, last sent, interval, next")
    void heartbeats() {
        node.seat("coordinator").leads(42);
        FakeOffice office = node.votes();
        office.heartbeat = CompletableFuture.completedFuture(new HeartbeatStatus(
                true, true, FakeSubject.NOW.minusMillis(100), Duration.ofMillis(450), FakeSubject.NOW.plusMillis(350)));
        assertThat(Wire.json(status()).get("heartbeats").toString()).isEqualTo("""
                        [{"election":"coordinator","running":true,"isAdmin":true,\
                        "lastSent":"2026-11-16T01:06:10.900Z","intervalMs":450,\
                        "nextHeartbeat":"2026-11-16T01:06:11.350Z"}]""");
        office.heartbeat = CompletableFuture.completedFuture(
                new HeartbeatStatus(false, false, null, Duration.ofMillis(450), null));
        assertThat(Wire.json(status()).get("heartbeats").toString()).isEqualTo("""
                        [{"election":"coordinator","running":false,"isAdmin":false,"lastSent":null,\
                        "intervalMs":450,"nextHeartbeat":null}]""");
    }

    @Test
    @Tag("B4")
    @DisplayName("a node whose loop is stuck tells all else without its heartbeats")
    void heartbeatsOfAStuckNode() {
        node.seat("coordinator").leads(42);
        node.votes().heartbeat = new CompletableFuture<>();

        assertThat(status().heartbeats()).isNull();
        assertThat(status().elections()).hasSize(1);
        assertThat(Wire.json(status()).has("heartbeats")).isFalse();
    }

    @Test
    void aStandbyIsUpAndAStuckLoopIsDown() {
        node.seat("coordinator").follows("core-1#00aa11bb", 41);
        assertThat(status().health()).isEqualTo("UP");
        node.health = new Health(Health.Status.DOWN, "the node's loop is late");
        assertThat(status().health()).isEqualTo("DOWN");
        assertThat(status().why()).isEqualTo("the node's loop is late");
    }

    @Test
    void thePausesAreThoseOfTheNodesElections() {
        node.seat("coordinator").leads(42);
        node.books.pause("coordinator", new Pause("ann", "migration", FakeSubject.NOW));
        node.books.pause("billing", new Pause("ann", "not ours", FakeSubject.NOW));
        assertThat(node.control().answer(new Request.Paused(), "ann"))
                .isEqualTo(new Answer.Paused(
                        "core-2#7f3a9c04",
                        List.of(new Answer.Pause("coordinator", "ann", "migration", "2026-11-16T01:06:11Z"))));
    }

    @Test
    void membersAreThoseOfTheNodesElections() {
        node.seat("coordinator");
        Answer.Members members = (Answer.Members) node.control().answer(new Request.Members(), "ann");
        assertThat(members.members())
                .hasSize(5)
                .allMatch(member -> member.election().equals("coordinator"));
        assertThat(members.members().get(1).part()).isEqualTo("leader");
    }

    @Test
    void aStoreThatIsAwayIsAnAnswerToo() {
        FakeSubject lonely = new FakeSubject("core-2#7f3a9c04");
        lonely.books = null;
        assertThat(lonely.control().answer(new Request.Paused(), "ann"))
                .isEqualTo(new Answer.Mistake(Answer.Mistake.Kind.NO_STORE, "the store is away"));
        assertThat(lonely.control().answer(new Request.Members(), "ann"))
                .isEqualTo(new Answer.Mistake(Answer.Mistake.Kind.NO_STORE, "the store is away"));
    }

    @Test
    void checkHoldsOnlyWhileItLeads() {
        FakeSeat seat = node.seat("coordinator");
        assertThat(check().holds()).isFalse();
        seat.leads(42);
        assertThat(check().holds()).isTrue();
        seat.in(Part.IN_DOUBT);
        assertThat(check().holds()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "LEADING, LEADING, true",
        "LEADING, LEADER, true",
        "LEADING, RELEASED, false",
        "IN_DOUBT, LEADING, false",
        "IN_DOUBT, RELEASED, false",
        "STEPPING_DOWN, LEADING, false",
        "STEPPING_DOWN, RELEASED, false",
        "STANDBY, LEADING, false",
        "STANDBY, RELEASED, true",
        "OBSERVING, RELEASED, true",
        "OBSERVING, LEADER, true",
    })
    void whatCanBeWaitedFor(Part part, Condition condition, boolean holds) {
        node.seat("coordinator").leads(42).in(part);
        assertThat(await(condition, 0).holds()).isEqualTo(holds);
    }

    @ParameterizedTest
    @CsvSource({
        "STANDBY, STOPPING, false",
        "STANDBY, RUNNING, false",
        "STANDBY, IDLE, true",
        "STANDBY, DUE, true",
        "OBSERVING, STOPPING, false",
        "STEPPING_DOWN, IDLE, false",
    })
    void nothingIsReleasedWhileADutyGoesOn(Part part, DutyStatus.State state, boolean holds) {
        node.seat("coordinator")
                .in(part)
                .with(new DutyStatus("mail", DutyStatus.State.IDLE), new DutyStatus("reports", state));
        assertThat(await(Condition.RELEASED, 0).holds()).isEqualTo(holds);
    }

    @ParameterizedTest
    @EnumSource(Condition.class)
    void whoTakesNoPartHasNoVerdict(Condition condition) {
        Request wait = new Request.Wait(COORDINATOR, condition, 0);
        Answer refusal =
                new Answer.Refusal("core-2#7f3a9c04", Rule.NOT_TAKING_PART, "core-2 takes no part in 'coordinator'");
        assertThat(node.control().answer(wait, "ann")).as("misspelt").isEqualTo(refusal);
        assertThat(node.control().answer(new Request.Check(COORDINATOR), "ann")).isEqualTo(refusal);
        FakeSeat seat = node.seat("coordinator").in(Part.AWAY);
        assertThat(node.control().answer(wait, "ann")).as("not joined").isEqualTo(refusal);
        seat.with(new DutyStatus("reports", DutyStatus.State.STOPPING));
        assertThat(node.control().answer(wait, "ann"))
                .as("after an internal error")
                .isEqualTo(new Answer.Refusal(
                        "core-2#7f3a9c04",
                        Rule.NOT_TAKING_PART,
                        "core-2 takes no part in 'coordinator', but has not ended yet: reports"));
    }

    @Test
    void aWaitGoesOnUntilTheNodeTakesPart() throws Exception {
        FakeSeat seat = node.seat("coordinator").in(Part.AWAY);
        CompletableFuture<Answer.Verdict> waiting =
                CompletableFuture.supplyAsync(() -> await(Condition.LEADING, 9_000));
        seat.leads(42);
        assertThat(waiting.get().holds()).isTrue();
    }

    @Test
    void whatIsHeldIsKnownBeforeTheNewsOfIt() {
        node.seat("coordinator").leads(42).unheardOf();
        Answer.Seat seat = check().seat();
        assertThat(seat.part()).isEqualTo(Part.LEADING);
        assertThat(seat.leader()).isEqualTo("core-2#7f3a9c04");
        assertThat(seat.term()).isEqualTo("42");
        assertThat(seat.since()).isNull();
    }

    @Test
    void aWaitEndsWhenItIsSoAndElseWhenItsTimeIsOver() throws Exception {
        FakeSeat seat = node.seat("coordinator");
        assertThat(await(Condition.LEADER, 20).holds()).isFalse();
        CompletableFuture<Answer.Verdict> waiting = CompletableFuture.supplyAsync(() -> await(Condition.LEADER, 9_000));
        seat.follows("core-1#00aa11bb", 41);
        seat.tell(FeedKind.LEADER_CHANGED, seat.leader().orElseThrow().term(), null);
        assertThat(waiting.get().holds()).isTrue();
        assertThat(waiting.get().seat().leader()).isEqualTo("core-1#00aa11bb");
    }
}
