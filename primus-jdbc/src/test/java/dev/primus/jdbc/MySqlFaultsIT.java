package dev.primus.jdbc;

import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;

@Tag("L8")
@Tag("long")
class MySqlFaultsIT extends ServerFaults {
    @Override
    int port() {
        return MySqlServer.port();
    }

    @Override
    DataSource direct() {
        return MySqlServer.source();
    }

    @Override
    DataSource through(int port) {
        return MySqlServer.source(port, MySqlServer.USER, MySqlServer.PASSWORD);
    }

    @Override
    DataSource withPassword(String password) {
        return MySqlServer.source(port(), MySqlServer.USER, password);
    }

    @Override
    String takeoverCommit() {
        return "COMMIT";
    }
}
