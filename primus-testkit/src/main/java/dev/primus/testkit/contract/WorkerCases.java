package dev.primus.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.ClusterName;
import dev.primus.core.NodeId;
import dev.primus.core.partition.Lots;
import dev.primus.core.partition.Weight;
import dev.primus.core.spi.Attendance;
import dev.primus.core.spi.Orders;
import dev.primus.core.spi.PlanStore;
import dev.primus.core.spi.Progress;
import dev.primus.core.spi.WorkerCard;
import dev.primus.core.spi.WorkerStore;
import dev.primus.core.spi.WorkerStore.CheckIn;
import dev.primus.core.spi.WorkerStore.Enlistment;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Workers come, show themselves, learn what they are to do, and go. */
abstract class WorkerCases extends WorkHooks {

    @Test
    @Tag("P1")
    @DisplayName("a worker begins, is seen with what it says of itself, and stays as long as it checks in")
    void begins() throws Exception {
        WorkerStore workers = workers();
        PlanStore plans = plans();
        assertThat(plans.attendance()).isEmpty();
        begin(workers, A, SHORT);
        for (int i = 0; i < 4; i++) {
            pass(SHORT.dividedBy(3));
            assertThat(renewed(workers, A)).isTrue();
        }
        Attendance seen = plans.attendance().get(0);
        assertThat(seen.card()).isEqualTo(card(A));
        assertThat(seen.state()).isEqualTo(Attendance.State.ACTIVE);
        assertThat(seen.progress()).isEqualTo(Progress.NONE);
        assertThat(seen.isSilent()).isFalse();
        assertThat(seen.left()).isPositive().isLessThanOrEqualTo(SHORT);
    }

    @Test
    @Tag("P1")
    @DisplayName("a name that lives is not given to another life, and its end is told")
    void taken() {
        WorkerStore workers = workers();
        begin(workers, A, LONG);
        Enlistment refused = workers.enlist(card(A2), LONG);
        assertThat(refused.begun()).isFalse();
        assertThat(refused.busy()).isPositive().isLessThanOrEqualTo(LONG);
        assertThat(renewed(workers, A)).isTrue();
        assertThat(renewed(workers, A2)).isFalse();
    }

    @Test
    @Tag("P1")
    @DisplayName("a silent life is over for good: it cannot check in, nor begin again, but another life can")
    void silent() throws Exception {
        WorkerStore workers = workers();
        begin(workers, A, SHORT);
        outlast();
        assertThat(workers.look(A, 0).alive()).isFalse();
        assertThat(renewed(workers, A)).isFalse();
        assertThat(workers.enlist(card(A), LONG)).isEqualTo(new Enlistment(false, Duration.ZERO));
        begin(workers, A2, LONG);
        assertThat(renewed(workers, A)).isFalse();
        assertThat(workers.look(A, 0).alive()).isFalse();
        assertThat(renewed(workers, A2)).isTrue();
    }

    @Test
    @DisplayName("a life that begins and does not hear it may say so again")
    void answerLost() {
        WorkerStore workers = workers();
        begin(workers, A, LONG);
        workers.checkIn(A, new Progress(3, lots(1, 1)));
        begin(workers, A, LONG);
        assertThat(plans().attendance().get(0).progress()).isEqualTo(new Progress(3, lots(1, 1)));
    }

    @Test
    @Tag("P1")
    @DisplayName("who was declared dead checks in no more, and its name is free for a new life only")
    void dead() throws Exception {
        WorkerStore workers = workers();
        begin(workers, A, SHORT);
        outlast();
        assertThat(plans().bury(List.of(A))).containsExactly(A);
        assertThat(renewed(workers, A)).isFalse();
        assertThat(workers.enlist(card(A), LONG).begun()).isFalse();
        begin(workers, A2, LONG);
    }

    @Test
    @Tag("P1")
    @DisplayName("a life that had orders never begins again, not even after another one of its name has died")
    void notEvenLater() {
        WorkerStore workers = workers();
        begin(workers, A, LONG);
        PlanStore plans = planned(A);
        workers.signOff(A);
        begin(workers, A2, LONG);
        workers.signOff(A2);
        assertThat(workers.enlist(card(A), LONG).begun()).isFalse();
        assertThat(plans.command(FIRST, 1, List.of(), List.of(A))).isTrue();
        assertThat(workers.enlist(card(A), LONG).begun())
                .as("nor after its orders are gone")
                .isFalse();
        begin(workers, NodeId.of("a", "0003"), LONG);
    }

    @Test
    @DisplayName("who is about to leave drains; only that very life can say so, and only while it works")
    void isAboutToLeave() {
        WorkerStore workers = workers();
        begin(workers, A, LONG);
        PlanStore plans = planned(A);
        workers.drain(A2);
        assertThat(stateOf(plans, A)).isEqualTo(Attendance.State.ACTIVE);
        workers.drain(A);
        assertThat(stateOf(plans, A)).isEqualTo(Attendance.State.DRAINING);
        assertThat(workers.look(A, 0).draining()).isTrue();
        assertThat(renewed(workers, A)).isTrue();
        workers.signOff(A);
        workers.drain(A);
        assertThat(stateOf(plans, A)).isEqualTo(Attendance.State.GONE);
    }

    @Test
    @DisplayName("who leaves is gone at once; only that very life can say so")
    void signsOff() {
        WorkerStore workers = workers();
        begin(workers, A, LONG);
        PlanStore plans = planned(A);
        workers.signOff(A2);
        workers.signOff(B);
        assertThat(renewed(workers, A)).isTrue();
        workers.signOff(A);
        workers.signOff(A);
        assertThat(renewed(workers, A)).isFalse();
        assertThat(workers.look(A, 0).alive()).isFalse();
        assertThat(stateOf(plans, A)).isEqualTo(Attendance.State.GONE);
        begin(workers, A2, LONG);
    }

    @Test
    @DisplayName("who was never there is not alive, and a look makes nobody")
    void stranger() {
        WorkerStore workers = workers();
        assertThat(workers.checkIn(A, Progress.NONE)).isEqualTo(new CheckIn(false, false, 0, null));
        assertThat(workers.look(A, 0)).isEqualTo(new CheckIn(false, false, 0, null));
        workers.signOff(A);
        assertThat(plans().attendance()).isEmpty();
        begin(workers, A, LONG);
    }

    @Test
    @DisplayName("a look renews nothing")
    void lookRenewsNothing() throws Exception {
        WorkerStore workers = workers();
        begin(workers, A, SHORT);
        pass(SHORT.dividedBy(3));
        assertThat(workers.look(A, 0).alive()).isTrue();
        pass(SHORT);
        assertThat(workers.look(A, 0).alive()).isFalse();
    }

    @Test
    @Tag("P4")
    @DisplayName("orders are brought to the life they are for, as long as they are new to it")
    void orders() {
        WorkerStore workers = workers();
        begin(workers, A, LONG);
        begin(workers, B, LONG);
        assertThat(workers.checkIn(A, Progress.NONE)).isEqualTo(new CheckIn(true, false, 0, null));
        PlanStore plans = planned(A);
        Orders mine = after(0, A, lots(0, 9), Lots.NONE);
        assertThat(workers.checkIn(A, Progress.NONE)).isEqualTo(new CheckIn(true, false, 1, mine));
        assertThat(workers.look(A, 0)).isEqualTo(new CheckIn(true, false, 1, mine));
        assertThat(workers.checkIn(A, new Progress(1, Lots.NONE))).isEqualTo(new CheckIn(true, false, 1, null));
        assertThat(workers.checkIn(B, Progress.NONE))
                .as("the plan has changed, and it has no orders")
                .isEqualTo(new CheckIn(true, false, 1, null));
        Orders next = after(1, A, lots(0, 5), lots(6, 9));
        plans.command(FIRST, 1, List.of(next), List.of());
        assertThat(workers.look(A, 1)).isEqualTo(new CheckIn(true, false, 2, next));
        plans.command(FIRST, 2, List.of(), List.of(A));
        assertThat(workers.look(A, 0)).as("they are gone").isEqualTo(new CheckIn(true, false, 3, null));
    }

    @Test
    @Tag("P4")
    @DisplayName("a new plan is news, sooner than the next look")
    void news() throws Exception {
        Assumptions.assumeTrue(pushesNews(), "this store does not push");
        Semaphore heard = new Semaphore(0);
        workers().onNews(heard::release);
        PlanStore plans = plans();
        plans.muster(FIRST);
        assertThat(heard.tryAcquire(20, TimeUnit.SECONDS))
                .as("what came before it listened may be new")
                .isTrue();
        for (int i = 0; i < 3; i++) {
            heard.drainPermits();
            plans.command(FIRST, i, List.of(after(i, A, lots(i, i), Lots.NONE)), List.of());
            assertThat(heard.tryAcquire(20, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    @Tag("P4")
    @DisplayName("the orders of a former life are not brought to the next one")
    void ordersOfAFormerLife() {
        WorkerStore workers = workers();
        begin(workers, A, LONG);
        planned(A);
        workers.signOff(A);
        begin(workers, A2, LONG);
        assertThat(workers.checkIn(A2, Progress.NONE)).isEqualTo(new CheckIn(true, false, 1, null));
    }

    @Test
    @Tag("P4")
    @DisplayName("how far a worker is goes on record with its renewal, and not without")
    void progress() throws Exception {
        WorkerStore workers = workers();
        PlanStore plans = plans();
        begin(workers, A, SHORT);
        workers.checkIn(A, new Progress(4, lots(2, 3)));
        assertThat(plans.attendance().get(0).progress()).isEqualTo(new Progress(4, lots(2, 3)));
        workers.checkIn(A2, new Progress(9, Lots.NONE));
        workers.look(A, 7);
        outlast();
        workers.checkIn(A, new Progress(8, Lots.NONE));
        assertThat(plans.attendance().get(0).progress()).isEqualTo(new Progress(4, lots(2, 3)));
        begin(workers, A2, LONG);
        assertThat(plans.attendance().get(0).progress())
                .as("a new life begins at the beginning")
                .isEqualTo(Progress.NONE);
    }

    @Test
    @DisplayName("a life may say other things of itself than the one before")
    void otherCard() {
        WorkerStore workers = workers();
        begin(workers, A, LONG);
        workers.signOff(A);
        WorkerCard other = new WorkerCard(A2, Weight.of(0.25), "-", "");
        workers.enlist(other, LONG);
        assertThat(plans().attendance().get(0).card()).isEqualTo(other);
    }

    @Test
    @Tag("L10")
    @DisplayName("another cluster's workers, plans and lists are not touched")
    void otherCluster() throws Exception {
        ClusterName elsewhere = new ClusterName(cluster + "-2");
        WorkerStore workers = workers();
        WorkerStore others = opened(openWorkers(elsewhere));
        PlanStore otherPlans = opened(openPlans(elsewhere));
        begin(workers, A, LONG);
        PlanStore plans = planned(A);
        assertThat(otherPlans.muster(FIRST).revision()).isZero();
        assertThat(otherPlans.attendance()).isEmpty();
        begin(others, A, SHORT);
        outlast();
        assertThat(otherPlans.bury(List.of(A))).containsExactly(A);
        others.signOff(A);
        assertThat(otherPlans.command(FIRST, 0, List.of(after(0, A, lots(3, 3), Lots.NONE)), List.of()))
                .isTrue();
        assertThat(workers.look(A, 0).orders()).isEqualTo(after(0, A, lots(0, 9), Lots.NONE));
        assertThat(stateOf(plans, A)).isEqualTo(Attendance.State.ACTIVE);
        assertThat(opened(openWork(elsewhere)).drain(A.name(), true)).isFalse();
    }
}
