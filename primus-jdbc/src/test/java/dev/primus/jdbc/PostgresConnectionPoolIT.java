package dev.primus.jdbc;

import javax.sql.DataSource;

class PostgresConnectionPoolIT extends ConnectionPoolScenarios {
    @Override
    DataSource database() {
        return PostgresServer.source();
    }
}
