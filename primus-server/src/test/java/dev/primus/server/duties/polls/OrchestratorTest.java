package dev.primus.server.duties.polls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.NodeId;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class OrchestratorTest {
    private static final NodeId SELF = NodeId.parse("core-1#aaaa");
    private static final NodeId POLLER = NodeId.parse("poller-1#bbbb");
    private static final NodeId OTHER = NodeId.parse("poller-2#cccc");
    private static final long T0 = 1_000_000_000_000L;
    private static final Schedule WEB =
            new Schedule("web", Duration.ofSeconds(10), Duration.ofSeconds(2), URI.create("http://web.example/"));

    private final Orchestrator term = new Orchestrator(7, SELF, List.of(WEB), 1_000);

    private static Deed.Keep keep(List<Deed> deeds) {
        return (Deed.Keep)
                deeds.stream().filter(Deed.Keep.class::isInstance).findFirst().orElseThrow();
    }

    private static RunKey due(long millis) {
        return new RunKey("web", T0 + millis);
    }

    private static Deed.Tell order(NodeId node, long millis) {
        return new Deed.Tell(node, new PollMessage.Order(7, due(millis), "http://web.example/", 2_000));
    }

    private Run run(long millis) {
        return term.book().find(due(millis)).orElseThrow();
    }

    @Test
    void aRunIsOrderedOnlyAfterItIsOnRecord() {
        assertThat(term.begin(List.of(), T0 - 1)).isEmpty();
        List<Deed> deeds = term.tick(T0 + 3);
        assertThat(deeds).hasSize(1);
        assertThat(keep(deeds).fresh()).containsExactly(Run.running(due(0), 7, SELF, T0 + 3));
        assertThat(term.tick(T0 + 1500)).isEmpty();
        assertThat(term.kept(1, T0 + 1600)).containsExactly(order(SELF, 0));
    }

    @Test
    void aResultIsSettledOnlyAfterItIsOnRecord() {
        term.begin(List.of(), T0);
        term.kept(1, T0);
        List<Deed> deeds = term.answered(SELF, new PollMessage.Result(due(0), true, "200"), T0 + 40);
        assertThat(deeds).hasSize(1);
        assertThat(keep(deeds).changed()).containsExactly(new Run(due(0), RunState.DONE, 7, SELF, T0, T0 + 40, "200"));
        assertThat(term.kept(2, T0 + 50)).containsExactly(new Deed.Tell(SELF, new PollMessage.Settled(7, due(0))));
        assertThat(term.wakeAt(T0 + 50)).isEqualTo(T0 + 10_000);
    }

    @Test
    void pollersTakeTurnsAndWithoutAnyThisNodeDoesIt() {
        term.seen(Set.of(SELF, POLLER, OTHER), List.of(OTHER, POLLER));
        term.begin(List.of(), T0);
        term.kept(1, T0);
        assertThat(keep(term.tick(T0 + 10_000)).fresh()).extracting(Run::node).containsExactly(OTHER);
        term.seen(Set.of(SELF), List.of(OTHER, POLLER));
        assertThat(run(0).node()).isEqualTo(POLLER);
        assertThat(keep(term.tick(T0 + 20_000)).fresh()).extracting(Run::node).containsExactly(SELF);
    }

    @Test
    void noResultInTimeIsAFailure() {
        term.begin(List.of(), T0);
        term.kept(1, T0);
        term.tick(T0 + 2_999);
        assertThat(run(0).state()).isEqualTo(RunState.RUNNING);
        term.tick(T0 + 3_000);
        assertThat(run(0).state()).isEqualTo(RunState.FAILED);
        assertThat(run(0).outcome()).isEqualTo("no result in time from core-1#aaaa");
        assertThat(term.answered(SELF, new PollMessage.Result(due(0), true, "late"), T0 + 3_100))
                .as("an end is never undone")
                .isEmpty();
        assertThat(run(0).state()).isEqualTo(RunState.FAILED);
    }

    @Test
    void whatCouldNotBePutOnRecordInTimeIsMissed() {
        term.begin(List.of(), T0);
        term.tick(T0 + 3_000);
        assertThat(run(0).state()).isEqualTo(RunState.MISSED);
        assertThat(term.kept(1, T0 + 3_100)).as("too late to order it").isEmpty();
    }

    @Test
    void dueTimesThatPassedWhileNobodyCoordinatedAreMissed() {
        Run before = new Run(due(0), RunState.DONE, 6, POLLER, T0, T0 + 10, "200");
        term.begin(List.of(before), T0 + 36_000);
        assertThat(term.book().all())
                .extracting(Run::state)
                .containsExactly(RunState.DONE, RunState.MISSED, RunState.MISSED, RunState.MISSED);
        assertThat(run(30_000).outcome()).isEqualTo("nobody coordinated when it was due");
    }

    @Test
    void theLatestIsStillBegunIfItIsNotTooLate() {
        Run before = new Run(due(0), RunState.DONE, 6, POLLER, T0, T0 + 10, "200");
        term.begin(List.of(before), T0 + 34_000);
        assertThat(run(20_000).state()).isEqualTo(RunState.MISSED);
        assertThat(run(30_000).state()).isEqualTo(RunState.RUNNING);
    }

    @Test
    void ofALongGapTheLastHundredAreListedAndTheOthersCounted() {
        Run before = new Run(due(0), RunState.DONE, 6, POLLER, T0, T0 + 10, "200");
        term.begin(List.of(before), T0 + 3_006_000);
        List<Run> missed = term.book().all().stream()
                .filter(run -> run.state() == RunState.MISSED)
                .toList();
        assertThat(missed).hasSize(100);
        assertThat(missed.get(0).outcome())
                .isEqualTo("nobody coordinated when it was due; 200 earlier ones are not listed");
    }

    @Test
    void whereNothingIsKnownNothingWasMissed() {
        term.begin(List.of(), T0 + 9_000);
        assertThat(term.book().all()).isEmpty();
        assertThat(term.wakeAt(T0 + 9_000)).isEqualTo(T0 + 10_000);
    }

    @Test
    void aRunOfTheTermBeforeIsAskedForAgainFromTheSameNodeOnly() {
        term.seen(Set.of(SELF, POLLER, OTHER), List.of(OTHER, POLLER));
        List<Deed> deeds = term.begin(List.of(Run.running(due(0), 6, OTHER, T0)), T0 + 1_000);
        assertThat(keep(deeds).changed()).containsExactly(Run.running(due(0), 7, OTHER, T0));
        assertThat(term.kept(1, T0 + 1_100)).containsExactly(order(OTHER, 0));
        term.answered(OTHER, new PollMessage.Result(due(0), false, "500"), T0 + 1_200);
        assertThat(run(0).state()).isEqualTo(RunState.FAILED);
        assertThat(run(0).outcome()).isEqualTo("500");
    }

    @Test
    void aRunWhoseNodeIsGoneFailsAfterItsTime() {
        term.begin(List.of(Run.running(due(0), 6, OTHER, T0)), T0 + 1_000);
        assertThat(term.kept(1, T0 + 1_100)).isEmpty();
        term.tick(T0 + 2_999);
        assertThat(run(0).state()).isEqualTo(RunState.RUNNING);
        term.tick(T0 + 3_000);
        assertThat(run(0).outcome()).isEqualTo("no result in time from poller-2#cccc, which is not in view");
    }

    @Test
    void aClockThatGoesBackBeginsNothingTwice() {
        term.begin(List.of(), T0);
        term.tick(T0 + 10_000);
        assertThat(term.tick(T0 + 5)).isEmpty();
        assertThat(term.tick(T0 + 10_005)).isEmpty();
        assertThat(term.book().all()).hasSize(2);
    }

    @Test
    void theEndOfTwoWordsCountsThenTheLaterTerm() {
        Run running = Run.running(due(0), 9, SELF, T0);
        Run failed = running.end(RunState.FAILED, 7, T0, "x");
        Run done = running.end(RunState.DONE, 8, T0, "y");
        assertThat(running.or(failed)).isEqualTo(failed);
        assertThat(failed.or(running)).isEqualTo(failed);
        assertThat(failed.or(done)).isEqualTo(done);
        assertThat(done.or(failed)).isEqualTo(done);
    }
}
