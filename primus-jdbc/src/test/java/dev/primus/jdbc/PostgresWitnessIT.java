package dev.primus.jdbc;

import java.sql.Connection;

class PostgresWitnessIT extends WitnessRows {
    @Override
    JdbcStore store() {
        return JdbcStore.on(PostgresServer.source()).createSchema();
    }

    @Override
    Connection connect() throws Exception {
        return PostgresServer.source().getConnection();
    }
}
