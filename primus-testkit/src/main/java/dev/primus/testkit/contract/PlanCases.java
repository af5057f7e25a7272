package dev.primus.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.primus.core.NodeId;
import dev.primus.core.Term;
import dev.primus.core.partition.Lot;
import dev.primus.core.partition.Lots;
import dev.primus.core.partition.Partitions;
import dev.primus.core.partition.TaskListName;
import dev.primus.core.spi.Attendance;
import dev.primus.core.spi.Orders;
import dev.primus.core.spi.PlanStore;
import dev.primus.core.spi.PlanStore.Mustered;
import dev.primus.core.spi.Progress;
import dev.primus.core.spi.WorkerStore;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Coordinators come one after the other, and what the former ones still write is refused. */
abstract class PlanCases extends WorkerCases {
    private static final Mustered REFUSED = new Mustered(true, 0, List.of());

    @Test
    @Tag("P4")
    @DisplayName("A4 a successor reads all that its predecessor has written")
    void musters() {
        PlanStore plans = plans();
        assertThat(plans.muster(FIRST)).isEqualTo(new Mustered(false, 0, List.of()));
        Orders one = after(0, A, lots(0, 4), Lots.NONE);
        Orders other = after(0, B, lots(5, 9), lots(8, 9));
        assertThat(plans.command(FIRST, 0, List.of(other, one), List.of())).isTrue();
        assertThat(plans.command(FIRST, 1, List.of(), List.of())).isTrue();
        assertThat(plans().muster(SECOND)).isEqualTo(new Mustered(false, 2, List.of(one, other)));
    }

    @Test
    @Tag("P4")
    @DisplayName("A3 after a later term was there nothing of an earlier one is taken, and it is told so")
    void fencedOut() {
        PlanStore former = planned(A);
        Mustered read = plans().muster(SECOND);
        Orders late = after(1, A, Lots.NONE, Lots.NONE);
        assertThat(former.command(FIRST, 1, List.of(late), List.of(B))).isFalse();
        assertThat(former.muster(FIRST)).isEqualTo(REFUSED);
        assertThat(former.command(FIRST, 1, List.of(late), List.of())).isFalse();
        assertThat(former.command(Term.of(FIRST.leader(), 2), 1, List.of(late), List.of()))
                .as("nor by a number that is another's")
                .isFalse();
        assertThat(former.muster(Term.of(FIRST.leader(), 2))).isEqualTo(REFUSED);
        assertThat(plans().muster(SECOND)).isEqualTo(read);
    }

    @Test
    @DisplayName("A3 who has not mustered cannot command, be its term ever so late")
    void notMustered() {
        PlanStore plans = plans();
        assertThat(plans.command(FIRST, 0, List.of(), List.of())).isFalse();
        plans.muster(FIRST);
        assertThat(plans.command(SECOND, 0, List.of(), List.of())).isFalse();
        assertThat(plans.command(FIRST, 0, List.of(), List.of())).isTrue();
    }

    @Test
    @Tag("P4")
    @DisplayName("a plan that is based on another revision than the present one changes nothing")
    void otherRevision() {
        PlanStore plans = planned(A);
        Mustered before = plans.muster(FIRST);
        for (long wrong : new long[] {0, 2, 7}) {
            Orders orders = after(wrong, A, lots(3, 3), Lots.NONE);
            assertThat(plans.command(FIRST, wrong, List.of(orders), List.of(A))).isFalse();
        }
        assertThat(plans.muster(FIRST)).isEqualTo(before);
    }

    @Test
    @DisplayName("orders that are not of the next revision are refused, and nothing is written")
    void wrongNumber() {
        PlanStore plans = planned(A);
        Mustered before = plans.muster(FIRST);
        List<Orders> mixed = List.of(after(1, A, Lots.NONE, Lots.NONE), after(2, B, lots(1, 1), Lots.NONE));
        assertThatThrownBy(() -> plans.command(FIRST, 1, mixed, List.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("allowed is 2");
        assertThat(plans.muster(FIRST)).isEqualTo(before);
    }

    @Test
    @Tag("P4")
    @DisplayName("orders are changed, added and struck in one go; those that were struck can be given anew")
    void changes() {
        PlanStore plans = planned(A);
        Orders first = after(1, B, lots(0, 9), Lots.NONE);
        assertThat(plans.command(FIRST, 1, List.of(first), List.of(A))).isTrue();
        assertThat(plans.muster(FIRST)).isEqualTo(new Mustered(false, 2, List.of(first)));
        Orders again = after(2, A, lots(4, 4), Lots.NONE);
        Orders less = after(2, B, lots(5, 9), Lots.NONE);
        assertThat(plans.command(FIRST, 2, List.of(less, again), List.of())).isTrue();
        assertThat(plans.muster(FIRST)).isEqualTo(new Mustered(false, 3, List.of(again, less)));
    }

    @Test
    @Tag("P4")
    @DisplayName("many workers with many partitions, in one revision")
    void many() {
        PlanStore plans = plans();
        plans.muster(FIRST);
        List<Orders> all = new ArrayList<>();
        for (int i = 0; i < 450; i++) {
            all.add(after(0, worker(i), scattered(i), Lots.NONE));
        }
        assertThat(plans.command(FIRST, 0, all, List.of())).isTrue();
        assertThat(plans.muster(FIRST).orders()).containsExactlyElementsOf(all);
        List<Orders> half = new ArrayList<>();
        List<NodeId> rest = new ArrayList<>();
        for (int i = 0; i < 450; i++) {
            if (i % 2 == 0) {
                half.add(after(1, worker(i), lots(i, i), scattered(i)));
            } else {
                rest.add(worker(i));
            }
        }
        assertThat(plans.command(FIRST, 1, half, rest)).isTrue();
        assertThat(plans.muster(FIRST).orders()).containsExactlyElementsOf(half);
    }

    private static NodeId worker(int i) {
        return NodeId.of("w%04d".formatted(i), "0001");
    }

    /** So that it is a text of some length: no two of them are neighbours. */
    private static Lots scattered(int seed) {
        StringBuilder numbers = new StringBuilder();
        for (int i = 0; i < 100; i++) {
            numbers.append(i == 0 ? "" : ",").append(1_000_000 + seed * 1000 + 2 * i);
        }
        return Lots.of(
                new Lot(new TaskListName("billing/invoices"), 1, Partitions.parse(numbers.toString())),
                new Lot(new TaskListName("mail"), 7L << 40, Partitions.of(seed)));
    }

    @Test
    @Tag("P4")
    @DisplayName("a hundred thousand scattered partitions of one worker fit into its orders and its progress")
    void large() {
        WorkerStore workers = workers();
        begin(workers, A, LONG);
        StringBuilder numbers = new StringBuilder("0");
        for (int i = 1; i < 100_000; i++) {
            numbers.append(',').append(2 * i);
        }
        Lots much = Lots.of(new Lot(new TaskListName("mail"), 1, Partitions.parse(numbers.toString())));
        PlanStore plans = plans();
        plans.muster(FIRST);
        assertThat(plans.command(FIRST, 0, List.of(after(0, A, Lots.NONE, much)), List.of()))
                .isTrue();
        Orders mine = workers.look(A, 0).orders();
        assertThat(mine).isEqualTo(after(0, A, Lots.NONE, much));
        workers.checkIn(A, new Progress(1, much));
        assertThat(plans.attendance().get(0).progress().finishing()).isEqualTo(much);
    }

    @Test
    @Tag("P1")
    @DisplayName("A2 only those are declared dead whose lease has ended; asked again, the answer is the same")
    void buries() throws Exception {
        WorkerStore workers = workers();
        PlanStore plans = plans();
        NodeId c = NodeId.of("c", "0001");
        begin(workers, A, SHORT);
        begin(workers, B, LONG);
        begin(workers, c, SHORT);
        assertThat(plans.bury(List.of(A, B, c))).isEmpty();
        outlast();
        assertThat(plans.attendance())
                .filteredOn(Attendance::isSilent)
                .extracting(Attendance::id)
                .containsExactly(A, c);
        assertThat(plans.bury(List.of(B, A))).containsExactly(A);
        assertThat(plans.bury(List.of(A))).containsExactly(A);
        assertThat(stateOf(plans, c)).isEqualTo(Attendance.State.ACTIVE);
        assertThat(renewed(workers, B)).isTrue();
        assertThat(plans.bury(List.of())).isEmpty();
    }

    @Test
    @Tag("P1")
    @DisplayName("a life that another one of its name has ended counts as dead, and the new one is not touched by that")
    void buriesAFormerLife() {
        WorkerStore workers = workers();
        begin(workers, A, LONG);
        workers.signOff(A);
        begin(workers, A2, LONG);
        assertThat(plans().bury(List.of(A, A2))).containsExactly(A);
        assertThat(renewed(workers, A2)).isTrue();
    }

    @Test
    @DisplayName("the dead and the gone are seen as long as they have orders")
    void seenWithOrders() throws Exception {
        WorkerStore workers = workers();
        begin(workers, A, SHORT);
        PlanStore plans = planned(A);
        outlast();
        plans.bury(List.of(A));
        assertThat(stateOf(plans, A)).isEqualTo(Attendance.State.DEAD);
    }
}
