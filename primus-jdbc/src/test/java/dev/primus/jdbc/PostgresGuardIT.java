package dev.primus.jdbc;

import java.util.List;
import javax.sql.DataSource;

class PostgresGuardIT extends ServerGuardScenarios {
    @Override
    DataSource source() {
        return PostgresServer.source();
    }

    @Override
    String url() {
        return "jdbc:postgresql://localhost:%d/postgres?user=postgres&password=postgres"
                .formatted(PostgresServer.port());
    }

    @Override
    List<String> settings() {
        return List.of(
                "SELECT current_setting('idle_in_transaction_session_timeout')",
                "SELECT current_setting('statement_timeout')",
                "SELECT current_setting('lock_timeout')");
    }
}
