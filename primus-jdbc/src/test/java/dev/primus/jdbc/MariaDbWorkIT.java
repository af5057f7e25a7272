package dev.primus.jdbc;

import java.sql.Connection;

class MariaDbWorkIT extends WorkRows {
    @Override
    JdbcStore store() {
        return JdbcStore.on(MariaDbServer.source()).createSchema();
    }

    @Override
    Connection connect() throws Exception {
        return MariaDbServer.source().getConnection();
    }

    @Override
    protected boolean pushesNews() {
        return false;
    }
}
