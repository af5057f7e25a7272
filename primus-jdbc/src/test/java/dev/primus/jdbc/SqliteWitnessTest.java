package dev.primus.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.spi.Witness;
import dev.primus.jdbc.sqlite.SteppedClock;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqliteWitnessTest extends WitnessRows {
    @TempDir
    static Path folder;

    @Override
    JdbcStore store() {
        return JdbcStore.sqlite(folder.resolve("witness.db"));
    }

    @Override
    Connection connect() throws Exception {
        return DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("witness.db"));
    }

    @Test
    @DisplayName("C4 the wall clock has no say")
    void wallClockStepped() {
        SteppedClock clock = new SteppedClock();
        try (Witness witness = store().dialect(clock.dialect()).witness(cluster, ioTimeout())) {
            promised(witness, A, 7, LONG);
            clock.stepWall(3_600_000);
            assertThat(promised(witness, B, 8, LONG)).isEqualTo(no(7));
            clock.stepMonotonic(LONG.plus(Duration.ofSeconds(1)).toMillis());
            assertThat(promised(witness, B, 8, LONG)).isEqualTo(yes(8));
        }
    }

    @Test
    @DisplayName("C4 after the machine's start a promise runs once more in full")
    void machineStarted() {
        SteppedClock clock = new SteppedClock();
        try (Witness witness = store().dialect(clock.dialect()).witness(cluster, ioTimeout())) {
            promised(witness, A, 7, LONG);
            clock.bootId("boot-2");
            clock.stepMonotonic(-1_000_000_000);
            assertThat(promised(witness, B, 8, LONG)).isEqualTo(no(7));
            clock.stepMonotonic(LONG.toMillis() - 1000);
            assertThat(promised(witness, B, 8, LONG)).isEqualTo(no(7));
            clock.stepMonotonic(2000);
            assertThat(promised(witness, B, 8, LONG)).isEqualTo(yes(8));
        }
    }
}
