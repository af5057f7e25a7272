package dev.primus.jdbc;

import java.sql.Connection;
import org.junit.jupiter.api.Tag;

@Tag("long")
class MySqlWitnessIT extends WitnessRows {
    @Override
    JdbcStore store() {
        return JdbcStore.on(MySqlServer.source()).createSchema();
    }

    @Override
    Connection connect() throws Exception {
        return MySqlServer.source().getConnection();
    }
}
