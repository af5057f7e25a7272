package dev.primus.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.primus.core.ClusterName;
import dev.primus.core.NodeId;
import dev.primus.core.partition.Lots;
import dev.primus.core.partition.TaskList;
import dev.primus.core.partition.TaskListName;
import dev.primus.core.spi.Attendance;
import dev.primus.core.spi.Catalogue;
import dev.primus.core.spi.PlanStore;
import dev.primus.core.spi.Progress;
import dev.primus.core.spi.StoreException;
import dev.primus.core.spi.WorkBooks;
import dev.primus.core.spi.WorkerStore;
import dev.primus.testkit.contract.WorkStoreContract;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The contract of shared work in a database, and what can happen to its rows besides. */
abstract class WorkRows extends WorkStoreContract {
    abstract JdbcStore store();

    abstract Connection connect() throws Exception;

    Duration ioTimeout() {
        return Duration.ofSeconds(10);
    }

    @Override
    protected WorkerStore openWorkers(ClusterName of) {
        return store().workers(of, ioTimeout());
    }

    @Override
    protected PlanStore openPlans(ClusterName of) {
        return store().plans(of, ioTimeout());
    }

    @Override
    protected WorkBooks openWork(ClusterName of) {
        return store().work(of, ioTimeout());
    }

    final void run(String sql) throws Exception {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            assertThat(statement.executeUpdate(sql.formatted(cluster))).isPositive();
        }
    }

    private long number(String sql) throws Exception {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql.formatted(cluster))) {
            row.next();
            return row.getLong(1);
        }
    }

    @Test
    @DisplayName("C4 a lease that another clock has stamped does not end by this one, but runs once more in full")
    void stampedByAnotherClock() throws Exception {
        WorkerStore workers = workers();
        PlanStore plans = plans();
        begin(workers, A, SHORT);
        run("UPDATE primus_worker SET clock_id = 'another', expires_us = -1 WHERE cluster = '%s'");
        assertThat(workers.look(A, 0).alive()).isTrue();
        assertThat(plans.bury(List.of(A))).isEmpty();
        assertThat(renewed(workers, A)).as("it was counted from then on").isTrue();
        run("UPDATE primus_worker SET clock_id = 'another', expires_us = -1 WHERE cluster = '%s'");
        assertThat(workers.enlist(card(A2), LONG)).isEqualTo(new WorkerStore.Enlistment(false, SHORT));
        run("UPDATE primus_worker SET clock_id = 'another', expires_us = -1 WHERE cluster = '%s'");
        assertThat(plans.attendance().get(0).left()).isEqualTo(SHORT);
        outlast();
        assertThat(plans.attendance()).as("a look has it end").allMatch(Attendance::isSilent);
        assertThat(plans.bury(List.of(A))).containsExactly(A);
    }

    @Test
    @DisplayName("C4 a lease that another clock has stamped is renewed by this one")
    void renewedByAnotherClock() throws Exception {
        WorkerStore workers = workers();
        begin(workers, A, SHORT);
        run("UPDATE primus_worker SET clock_id = 'another', expires_us = -1 WHERE cluster = '%s'");
        assertThat(renewed(workers, A)).isTrue();
        assertThat(number("SELECT count(*) FROM primus_worker WHERE clock_id = 'another' AND cluster = '%s'"))
                .isZero();
        outlast();
        assertThat(renewed(workers, A)).isFalse();
    }

    @Test
    @DisplayName("C4 a clock that was set back by a year does not make a lease run for a year")
    void clockSetBack() throws Exception {
        WorkerStore workers = workers();
        PlanStore plans = plans();
        begin(workers, A, SHORT);
        run("UPDATE primus_worker SET expires_us = expires_us + 31536000000000 WHERE cluster = '%s'");
        assertThat(plans.bury(List.of(A))).isEmpty();
        outlast();
        assertThat(plans.bury(List.of(A))).containsExactly(A);
    }

    @Test
    @DisplayName("the dead without orders do not burden the coordinator, and people see them")
    void deadWithoutOrders() {
        WorkerStore workers = workers();
        begin(workers, A, LONG);
        begin(workers, B, LONG);
        PlanStore plans = planned(B);
        workers.signOff(A);
        workers.signOff(B);
        assertThat(plans.attendance()).extracting(Attendance::id).containsExactly(B);
        assertThat(work().snapshot().workers()).extracting(Attendance::id).containsExactly(A, B);
        plans.command(FIRST, 1, List.of(), List.of(B));
        assertThat(plans.attendance()).isEmpty();
    }

    @Test
    @DisplayName("a row that somebody garbled is named with its table, and what is wrong with it")
    void garbled() throws Exception {
        WorkerStore workers = workers();
        WorkBooks work = work();
        begin(workers, A, LONG);
        PlanStore plans = planned(A);
        work.define(new Catalogue.Entry(TaskList.of("mail", 3), true));
        run("UPDATE primus_orders SET held = 'mail 1 3-x' WHERE cluster = '%s'");
        tells(() -> workers.look(A, 0), "primus_orders", "a#0001", "held", "3-x");
        tells(() -> plans.muster(FIRST), "primus_orders", "a#0001", "held", "3-x");
        tells(work::snapshot, "primus_orders", "a#0001", "held", "3-x");
        run("UPDATE primus_worker SET finishing = 'mail one 3' WHERE cluster = '%s'");
        tells(plans::attendance, "primus_worker", "a#0001", "finishing", "one");
        run("UPDATE primus_worker SET finishing = '', state = 'ILL' WHERE cluster = '%s'");
        tells(work::snapshot, "primus_worker", "a#0001", "state", "ILL");
        run("UPDATE primus_worker SET state = 'ACTIVE', capacity = 0 WHERE cluster = '%s'");
        tells(plans::attendance, "primus_worker", "a#0001", "capacity", "0");
        run("UPDATE primus_tasklist SET partitions = -3 WHERE cluster = '%s'");
        tells(plans::catalogue, "primus_tasklist", "mail", "partitions", "-3");
    }

    private void tells(ThrowingCallable verb, String... words) {
        assertThatThrownBy(verb)
                .isInstanceOf(StoreException.class)
                .hasMessageContaining(cluster.value())
                .hasMessageContainingAll(words);
    }

    @Test
    @DisplayName("A3 a plan of which something cannot be written is not written at all")
    void allOrNothing() throws Exception {
        PlanStore plans = planned(A);
        PlanStore.Mustered before = plans.muster(FIRST);
        run("UPDATE primus_orders SET incarnation = 'NOT USABLE' WHERE cluster = '%s'");
        assertThatThrownBy(() -> plans.command(FIRST, 1, List.of(after(1, B, lots(1, 1), Lots.NONE)), List.of(B)))
                .isInstanceOf(StoreException.class);
        run("UPDATE primus_orders SET incarnation = '0001' WHERE cluster = '%s'");
        assertThat(plans.muster(FIRST)).isEqualTo(before);
    }

    @Test
    @DisplayName("a row that somebody holds makes a failure in time, not a wait, and nothing is done")
    void lockedRow() throws Exception {
        WorkerStore workers = workers();
        begin(workers, A, LONG);
        planned(A);
        Duration limit = Duration.ofSeconds(1);
        try (WorkerStore hurried = store().workers(cluster, limit);
                PlanStore hurriedPlans = store().plans(cluster, limit);
                Connection other = connect()) {
            assertThat(hurried.look(A, 0).alive()).isTrue();
            assertThat(hurriedPlans.catalogueVersion()).isZero();
            other.setAutoCommit(false);
            try (Statement statement = other.createStatement()) {
                statement.execute("UPDATE primus_worker SET lease_us = 1 WHERE cluster = '%s'".formatted(cluster));
                statement.execute("UPDATE primus_plan SET revision = 9 WHERE cluster = '%s'".formatted(cluster));
            }
            failsInTime(limit, () -> hurried.checkIn(A, Progress.NONE));
            failsInTime(limit, () -> hurriedPlans.muster(SECOND));
            failsInTime(limit, () -> hurriedPlans.command(FIRST, 1, List.of(), List.of()));
            other.rollback();
            assertThat(renewed(hurried, A)).isTrue();
            assertThat(hurriedPlans.command(FIRST, 1, List.of(), List.of())).isTrue();
        }
    }

    private void failsInTime(Duration limit, ThrowingCallable verb) {
        long start = System.nanoTime();
        assertThatThrownBy(verb).isInstanceOf(StoreException.class).hasMessageContaining(cluster.value());
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(limit.multipliedBy(5));
    }

    @Test
    @DisplayName("housekeeping forgets workers that were over long ago and have no orders, and what was taken back")
    void housekeeping() throws Exception {
        JdbcStore tidied = store().tablePrefix("tidy_work_").createSchema();
        NodeId c = NodeId.of("c", "0001");
        NodeId d = NodeId.of("d", "0001");
        TaskListName mail = new TaskListName("mail");
        try (WorkerStore workers = tidied.workers(cluster, ioTimeout());
                PlanStore plans = tidied.plans(cluster, ioTimeout());
                WorkBooks work = tidied.work(cluster, ioTimeout())) {
            for (NodeId each : List.of(A, B, c, d)) {
                begin(workers, each, LONG);
            }
            plans.muster(FIRST);
            plans.command(
                    FIRST,
                    0,
                    List.of(after(0, A, lots(0, 1), Lots.NONE), after(0, B, lots(2, 3), Lots.NONE)),
                    List.of());
            plans.command(FIRST, 1, List.of(), List.of(A));
            work.wish(new Catalogue.Wish(mail, 1, null));
            work.wish(new Catalogue.Wish(mail, 2, null));
            work.unwish(mail, 1);
            List.of(A, B, c).forEach(workers::signOff);
            assertThat(tidied.admin().planHousekeeping(1, Duration.ofDays(2)).retired())
                    .isEmpty();
            run("UPDATE tidy_work_worker SET changed_us = 1 WHERE worker <> 'c' AND cluster = '%s'");
            run("UPDATE tidy_work_orders SET struck_us = 1 WHERE struck_us > 0 AND cluster = '%s'");
            assertThat(tidied.admin().planHousekeeping(1, Duration.ofDays(2)).retired())
                    .as("not B, who has orders, nor c, who left just now, nor d, who lives")
                    .containsExactly(new HousekeepingPlan.Retired(cluster, A));
            assertThat(tidied.admin().housekeeping(1, Duration.ofDays(2)).workersForgotten())
                    .isEqualTo(1);
            assertThat(work.snapshot().workers()).extracting(Attendance::id).containsExactly(B, c, d);
            assertThat(plans.muster(FIRST).orders()).containsExactly(after(0, B, lots(2, 3), Lots.NONE));
            assertThat(work.snapshot().catalogue().wishes()).containsExactly(new Catalogue.Wish(mail, 2, null));
            assertThat(number("SELECT count(*) FROM tidy_work_orders WHERE cluster = '%s'"))
                    .isEqualTo(1);
            assertThat(number("SELECT count(*) FROM tidy_work_wish WHERE cluster = '%s'"))
                    .isEqualTo(1);
        }
    }

    @Test
    @DisplayName("after its end a store fails and says so")
    void closed() {
        WorkerStore workers = workers();
        workers.close();
        assertThatThrownBy(() -> renewed(workers, A))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining(cluster.value());
    }
}
