package dev.primus.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.primus.core.ClusterName;
import dev.primus.core.spi.StoreException;
import dev.primus.core.spi.Witness;
import dev.primus.core.spi.Witness.Word;
import dev.primus.testkit.contract.WitnessContract;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The contract of witnesses in a database, and what can happen to its row besides. */
abstract class WitnessRows extends WitnessContract {
    abstract JdbcStore store();

    abstract Connection connect() throws Exception;

    Duration ioTimeout() {
        return Duration.ofSeconds(10);
    }

    @Override
    protected Witness open(ClusterName of) {
        return store().witness(of, ioTimeout());
    }

    private void run(String sql) throws Exception {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql.formatted(cluster));
        }
    }

    @Test
    @DisplayName("C4 a promise that another clock has stamped does not lapse by this one, but runs once more in full")
    void stampedByAnotherClock() throws Exception {
        Witness witness = witness();
        promised(witness, A, 7, Duration.ofMillis(600));
        run("UPDATE primus_witness SET clock_id = 'another', until_us = -1 WHERE cluster = '%s'");
        Word asked = witness.ask(List.of(plea(B, 8))).get(0);
        assertThat(plain(asked)).isEqualTo(no(7));
        assertThat(asked.busy()).isEqualTo(Duration.ofMillis(600));
        assertThat(promised(witness, B, 8, LONG)).isEqualTo(no(7));
        pass(Duration.ofMillis(1200));
        assertThat(asked(witness, B, 8)).as("who only asks gets there, too").isEqualTo(yes(7));
    }

    @Test
    @DisplayName("C4 a clock that was set back by a year does not make a promise run for a year")
    void clockSetBack() throws Exception {
        Witness witness = witness();
        promised(witness, A, 7, Duration.ofMillis(600));
        run("UPDATE primus_witness SET until_us = until_us + 31536000000000 WHERE cluster = '%s'");
        assertThat(promised(witness, B, 8, LONG)).isEqualTo(no(7));
        pass(Duration.ofMillis(1200));
        assertThat(promised(witness, B, 8, LONG)).isEqualTo(yes(8));
    }

    @Test
    @DisplayName("a row that somebody holds makes a failure in time, not a wait")
    void lockedRow() throws Exception {
        promised(witness(), A, 7, LONG);
        Duration limit = Duration.ofSeconds(1);
        try (Witness hurried = store().witness(cluster, limit);
                Connection other = connect()) {
            assertThat(asked(hurried, A, 7)).isEqualTo(yes(7));
            other.setAutoCommit(false);
            try (Statement statement = other.createStatement()) {
                statement.execute("UPDATE primus_witness SET span_us = 1 WHERE cluster = '%s'".formatted(cluster));
            }
            long start = System.nanoTime();
            assertThatThrownBy(() -> hurried.promise(List.of(plea(A, 7)), LONG))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining(cluster.value());
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(limit.multipliedBy(5));
            other.rollback();
            assertThat(promised(hurried, A, 7, LONG)).isEqualTo(yes(7));
        }
    }

    @Test
    @DisplayName("after its end a witness fails and says so")
    void closed() {
        Witness witness = witness();
        witness.close();
        assertThatThrownBy(() -> witness.ask(List.of(plea(A, 1)))).isInstanceOf(StoreException.class);
    }
}
