package dev.primus.jdbc;

import java.util.List;
import javax.sql.DataSource;

class MariaDbGuardIT extends ServerGuardScenarios {
    @Override
    DataSource source() {
        return MariaDbServer.source();
    }

    @Override
    String url() {
        return "jdbc:mariadb://127.0.0.1:%d/test?user=%s&password=%s"
                .formatted(MariaDbServer.port(), MariaDbServer.USER, MariaDbServer.PASSWORD);
    }

    @Override
    List<String> settings() {
        return List.of(
                "SELECT @@idle_transaction_timeout",
                "SELECT @@max_statement_time",
                "SELECT @@innodb_lock_wait_timeout");
    }
}
