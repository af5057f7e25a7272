package dev.primus.jdbc;

import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;

@Tag("long")
class MySqlGuardIT extends ServerGuardScenarios {
    @Override
    DataSource source() {
        return MySqlServer.source();
    }

    @Override
    String url() {
        return "jdbc:mysql://127.0.0.1:%d/test?sslMode=DISABLED&allowPublicKeyRetrieval=true&user=%s&password=%s"
                .formatted(MySqlServer.port(), MySqlServer.USER, MySqlServer.PASSWORD);
    }

    @Override
    List<String> settings() {
        return List.of("SELECT @@wait_timeout", "SELECT @@max_execution_time", "SELECT @@innodb_lock_wait_timeout");
    }
}
