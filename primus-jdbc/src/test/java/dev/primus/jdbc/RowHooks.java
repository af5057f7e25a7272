package dev.primus.jdbc;

import dev.primus.core.ClusterName;
import dev.primus.core.ElectionName;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Does to rows what others might do. */
record RowHooks(DataSource source) {
    AutoCloseable lock(String table, ClusterName cluster, ElectionName election) throws SQLException {
        Connection connection = source.getConnection();
        connection.setAutoCommit(false);
        try (PreparedStatement select = connection.prepareStatement(
                "SELECT 1 FROM " + table + " WHERE cluster = ? AND election = ? FOR UPDATE")) {
            select.setString(1, cluster.value());
            select.setString(2, election.value());
            if (!select.executeQuery().next()) {
                throw new AssertionError("no row to lock");
            }
        }
        return () -> {
            connection.rollback();
            connection.close();
        };
    }

    void delete(ClusterName cluster, ElectionName election) throws SQLException {
        try (Connection connection = source.getConnection();
                PreparedStatement delete =
                        connection.prepareStatement("DELETE FROM primus_lease WHERE cluster = ? AND election = ?")) {
            delete.setString(1, cluster.value());
            delete.setString(2, election.value());
            if (delete.executeUpdate() != 1) {
                throw new AssertionError("no row to delete");
            }
        }
    }
}
