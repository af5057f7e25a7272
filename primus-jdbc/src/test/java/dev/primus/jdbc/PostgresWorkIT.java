package dev.primus.jdbc;

import java.sql.Connection;

class PostgresWorkIT extends WorkRows {
    @Override
    JdbcStore store() {
        return JdbcStore.on(PostgresServer.source()).createSchema();
    }

    @Override
    Connection connect() throws Exception {
        return PostgresServer.source().getConnection();
    }
}
