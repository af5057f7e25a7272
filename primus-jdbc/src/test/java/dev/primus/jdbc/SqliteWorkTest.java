package dev.primus.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.spi.PlanStore;
import dev.primus.core.spi.WorkerStore;
import dev.primus.jdbc.sqlite.SteppedClock;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqliteWorkTest extends WorkRows {
    @TempDir
    static Path folder;

    private final SteppedClock clock = new SteppedClock();

    @Override
    JdbcStore store() {
        return JdbcStore.sqlite(folder.resolve("work.db")).dialect(clock.dialect());
    }

    @Override
    Connection connect() throws Exception {
        return DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("work.db"));
    }

    @Override
    protected void pass(Duration time) {
        clock.stepMonotonic(time.toMillis());
    }

    @Test
    @DisplayName("C4 the wall clock has no say")
    void wallClockStepped() {
        WorkerStore workers = workers();
        PlanStore plans = plans();
        begin(workers, A, LONG);
        clock.stepWall(3_600_000);
        assertThat(plans.bury(List.of(A))).isEmpty();
        assertThat(renewed(workers, A)).isTrue();
    }

    @Test
    @DisplayName("C4 after the machine's start a lease runs once more in full")
    void machineStarted() {
        WorkerStore workers = workers();
        PlanStore plans = plans();
        begin(workers, A, LONG);
        clock.bootId("boot-2");
        clock.stepMonotonic(-1_000_000_000);
        assertThat(plans.attendance()).noneMatch(worker -> worker.isSilent());
        clock.stepMonotonic(LONG.toMillis() - 1000);
        assertThat(plans.bury(List.of(A))).isEmpty();
        assertThat(workers.enlist(card(A2), LONG).begun()).isFalse();
        clock.stepMonotonic(2000);
        assertThat(plans.bury(List.of(A))).containsExactly(A);
    }
}
