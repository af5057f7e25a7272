package dev.primus.jdbc.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.primus.jdbc.store.Fault;
import dev.primus.jdbc.store.Transaction;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class TransactionTest {
    @Test
    @DisplayName("S3 a connection that could not be rolled back is broken, even if the error was a mere lock")
    void notRolledBack() throws Exception {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite::memory:")) {
            SQLException busy = new SQLException("busy", null, 5);
            assertThat(new SqliteDialect().faultOf(busy)).isEqualTo(Fault.BUSY);
            assertThatThrownBy(() -> Transaction.IMMEDIATE.on(connection, c -> {
                        Transaction.run(c, "ROLLBACK");
                        throw busy;
                    }))
                    .hasCause(busy)
                    .satisfies(e -> assertThat(new SqliteDialect().faultOf((SQLException) e))
                            .isEqualTo(Fault.BROKEN));
        }
    }

    @Test
    @DisplayName("S3 an error of the machine's leaves no transaction open either")
    void rolledBackAfterAnError() throws Exception {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite::memory:")) {
            StackOverflowError error = new StackOverflowError();
            assertThatThrownBy(() -> Transaction.IMMEDIATE.on(connection, c -> {
                        throw error;
                    }))
                    .isSameAs(error);
            Transaction.run(connection, "BEGIN IMMEDIATE");
        }
    }
}
