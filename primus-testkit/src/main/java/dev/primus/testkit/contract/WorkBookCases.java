package dev.primus.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.NodeName;
import dev.primus.core.partition.Lots;
import dev.primus.core.partition.TaskList;
import dev.primus.core.partition.TaskListName;
import dev.primus.core.spi.Attendance;
import dev.primus.core.spi.Catalogue;
import dev.primus.core.spi.Catalogue.Entry;
import dev.primus.core.spi.Catalogue.Wish;
import dev.primus.core.spi.PlanStore;
import dev.primus.core.spi.Progress;
import dev.primus.core.spi.WorkBooks;
import dev.primus.core.spi.WorkBooks.Domain;
import dev.primus.core.spi.WorkBooks.Snapshot;
import dev.primus.core.spi.WorkerStore;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** People say what work there is, and see who does it. */
abstract class WorkBookCases extends PlanCases {
    private static final TaskListName INVOICES = new TaskListName("billing/invoices");

    private static Entry entry(String name, int partitions, boolean active) {
        return new Entry(TaskList.of(name, partitions), active);
    }

    @Test
    @Tag("P2")
    @DisplayName("where nothing was set up there is nothing")
    void nothing() {
        assertThat(work().snapshot())
                .isEqualTo(new Snapshot(null, 0, List.of(), Catalogue.EMPTY, List.of(), List.of()));
        assertThat(plans().catalogue()).isEqualTo(Catalogue.EMPTY);
        assertThat(plans().catalogueVersion()).isZero();
    }

    @Test
    @Tag("P2")
    @DisplayName("lists are made with their domains, changed, and seen by the coordinator")
    void lists() {
        WorkBooks work = work();
        PlanStore plans = plans();
        work.define(entry("mail", 3, true));
        work.define(new Entry(TaskList.of("billing/invoices", 64).withWeight(2.5), true));
        work.define(entry("billing/archive/old", 0, false));
        assertThat(plans.catalogue().lists())
                .containsExactly(
                        entry("billing/archive/old", 0, false),
                        new Entry(TaskList.of("billing/invoices", 64).withWeight(2.5), true),
                        entry("mail", 3, true));
        assertThat(work.snapshot().domains()).containsExactly(new Domain("", true), new Domain("billing", true));
        work.define(entry("mail", 128, false));
        work.define(entry("mail", 128, false));
        assertThat(plans.catalogue().lists())
                .contains(entry("mail", 128, false))
                .hasSize(3);
        assertThat(work.snapshot().catalogue()).isEqualTo(plans.catalogue());
    }

    @Test
    @Tag("P2")
    @DisplayName("a domain that is switched off takes its lists along, also those that come later, and back again")
    void domains() {
        WorkBooks work = work();
        PlanStore plans = plans();
        work.define(entry("billing/invoices", 4, true));
        work.define(entry("mail", 4, true));
        work.define(new Domain("billing", false));
        work.define(entry("billing/reminders", 2, true));
        assertThat(plans.catalogue().lists())
                .containsExactly(
                        entry("billing/invoices", 4, false),
                        entry("billing/reminders", 2, false),
                        entry("mail", 4, true));
        work.define(new Domain("billing", true));
        work.define(entry("billing/reminders", 2, false));
        assertThat(plans.catalogue().lists())
                .containsExactly(
                        entry("billing/invoices", 4, true),
                        entry("billing/reminders", 2, false),
                        entry("mail", 4, true));
        work.define(new Domain("empty", false));
        assertThat(work.snapshot().domains())
                .containsExactly(new Domain("", true), new Domain("billing", true), new Domain("empty", false));
    }

    @Test
    @Tag("P2")
    @DisplayName("of a partition one thing is wanted at a time, and that can be taken back")
    void wishes() {
        WorkBooks work = work();
        PlanStore plans = plans();
        assertThat(work.unwish(INVOICES, 3)).isFalse();
        work.wish(new Wish(INVOICES, 3, A.name()));
        work.wish(new Wish(INVOICES, 2, null));
        assertThat(plans.catalogue().wishes())
                .containsExactly(new Wish(INVOICES, 2, null), new Wish(INVOICES, 3, A.name()));
        work.wish(new Wish(INVOICES, 3, null));
        work.wish(new Wish(INVOICES, 2, B.name()));
        assertThat(plans.catalogue().wishes())
                .containsExactly(new Wish(INVOICES, 2, B.name()), new Wish(INVOICES, 3, null));
        assertThat(work.unwish(INVOICES, 3)).isTrue();
        assertThat(work.unwish(INVOICES, 3)).isFalse();
        assertThat(plans.catalogue().wishes()).containsExactly(new Wish(INVOICES, 2, B.name()));
        work.wish(new Wish(INVOICES, 3, A.name()));
        assertThat(plans.catalogue().wishes()).hasSize(2);
    }

    @Test
    @Tag("P2")
    @DisplayName("each change of the catalogue raises its version, and nothing else does")
    void versions() {
        WorkBooks work = work();
        PlanStore plans = plans();
        List<Runnable> changes = List.of(
                () -> work.define(entry("billing/invoices", 4, true)),
                () -> work.define(entry("billing/invoices", 5, true)),
                () -> work.define(new Domain("billing", false)),
                () -> work.define(new Domain("other", true)),
                () -> work.wish(new Wish(INVOICES, 1, null)),
                () -> work.wish(new Wish(INVOICES, 1, A.name())),
                () -> work.unwish(INVOICES, 1));
        for (Runnable change : changes) {
            long before = plans.catalogueVersion();
            change.run();
            assertThat(plans.catalogueVersion()).isGreaterThan(before);
            assertThat(plans.catalogue().version()).isEqualTo(plans.catalogueVersion());
        }
        long last = plans.catalogueVersion();
        begin(workers(), A, LONG);
        planned(A);
        work.drain(A.name(), true);
        work.unwish(INVOICES, 1);
        assertThat(plans.catalogueVersion()).isEqualTo(last);
        assertThat(plans.muster(FIRST).revision())
                .as("nor does it touch the plan's revision")
                .isEqualTo(1);
    }

    @Test
    @DisplayName("a worker can be drained and taken in again while it lives, and hears of it")
    void drains() throws Exception {
        WorkBooks work = work();
        WorkerStore workers = workers();
        PlanStore plans = plans();
        assertThat(work.drain(A.name(), true)).isFalse();
        begin(workers, A, SHORT);
        assertThat(work.drain(A.name(), true)).isTrue();
        assertThat(work.drain(A.name(), true)).isTrue();
        assertThat(stateOf(plans, A)).isEqualTo(Attendance.State.DRAINING);
        assertThat(workers.look(A, 0).draining()).isTrue();
        assertThat(workers.checkIn(A, Progress.NONE)).isEqualTo(new WorkerStore.CheckIn(true, true, 0, null));
        assertThat(work.drain(A.name(), false)).isTrue();
        assertThat(workers.checkIn(A, Progress.NONE).draining()).isFalse();
        assertThat(work.drain(new NodeName("nobody"), true)).isFalse();
        outlast();
        assertThat(work.drain(A.name(), true)).as("its lease has ended").isFalse();
        plans.bury(List.of(A));
        assertThat(work.drain(A.name(), false)).as("it is dead").isFalse();
        begin(workers, A2, LONG);
        workers.signOff(A2);
        assertThat(work.drain(A.name(), true)).as("it is gone").isFalse();
    }

    @Test
    @Tag("P1")
    @DisplayName("a draining worker can fall silent like any other, and its next life takes part again")
    void drainsAndDies() throws Exception {
        WorkBooks work = work();
        WorkerStore workers = workers();
        PlanStore plans = plans();
        begin(workers, A, SHORT);
        work.drain(A.name(), true);
        outlast();
        assertThat(renewed(workers, A)).isFalse();
        assertThat(plans.bury(List.of(A))).containsExactly(A);
        begin(workers, A2, LONG);
        assertThat(stateOf(plans, A2)).isEqualTo(Attendance.State.ACTIVE);
    }

    @Test
    @Tag("P4")
    @DisplayName("a snapshot shows who planned, what is planned, and who is there")
    void snapshot() {
        WorkBooks work = work();
        begin(workers(), A, LONG);
        work.define(entry("billing/invoices", 10, true));
        planned(A);
        Snapshot seen = work.snapshot();
        assertThat(seen.term()).isEqualTo(FIRST);
        assertThat(seen.revision()).isEqualTo(1);
        assertThat(seen.orders()).containsExactly(after(0, A, lots(0, 9), Lots.NONE));
        assertThat(seen.workers()).extracting(Attendance::card).containsExactly(card(A));
        assertThat(seen.catalogue()).isEqualTo(plans().catalogue());
    }
}
