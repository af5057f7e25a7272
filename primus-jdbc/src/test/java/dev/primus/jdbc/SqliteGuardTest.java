package dev.primus.jdbc;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.primus.guard.Claim;
import dev.primus.jdbc.guard.FenceRow;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqliteGuardTest extends GuardScenarios {
    @TempDir
    Path folder;

    @Override
    DataSource source() {
        return new ConnectorSource(() -> DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("guards.db")));
    }

    @Override
    List<String> settings() {
        return List.of("PRAGMA journal_mode", "PRAGMA synchronous", "PRAGMA busy_timeout");
    }

    @Override
    List<String> habits() {
        return List.of("PRAGMA journal_mode = DELETE", "PRAGMA synchronous = OFF", "PRAGMA busy_timeout = 1234");
    }

    @Test
    @DisplayName("what would keep the file locked while a process is paused is refused, with what to do instead")
    void noLongTransactions() throws Exception {
        FenceRow fence = fence();
        assertThatThrownBy(() -> guards().terms())
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("use fence(…)");
        assertThatThrownBy(() -> fence.run(Claim.of(present), connection -> 1))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("apply(…)");
        try (Connection connection = source().getConnection()) {
            connection.setAutoCommit(false);
            assertThatThrownBy(() -> fence.check(connection, Claim.of(present)))
                    .isInstanceOf(UnsupportedOperationException.class);
        }
    }
}
