package dev.primus.jdbc;

import java.sql.Connection;
import java.sql.SQLException;

/** Opens connections; all that a store wants of a data source. */
@FunctionalInterface
public interface Connector {
    Connection connect() throws SQLException;
}
