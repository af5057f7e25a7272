package dev.primus.jdbc;

import java.sql.Connection;
import org.junit.jupiter.api.Tag;

@Tag("long")
class MySqlWorkIT extends WorkRows {
    @Override
    JdbcStore store() {
        return JdbcStore.on(MySqlServer.source()).createSchema();
    }

    @Override
    Connection connect() throws Exception {
        return MySqlServer.source().getConnection();
    }

    @Override
    protected boolean pushesNews() {
        return false;
    }
}
