package dev.primus.jdbc.sqlite;

import dev.primus.core.ClusterName;
import dev.primus.jdbc.store.Sql;
import dev.primus.jdbc.store.Tables;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** A number in the file that every release raises, so that a watcher can tell a release from a renewal at little cost. */
final class ReleaseCounter implements FileWatch.Counter {
    private final Sql read;
    private final String name;

    ReleaseCounter(Tables tables, ClusterName cluster) {
        this.read = Sql.of(tables, "SELECT value FROM {meta} WHERE name = :name");
        this.name = nameFor(cluster);
    }

    static String nameFor(ClusterName cluster) {
        return "releases/" + cluster;
    }

    @Override
    public long read(Connection connection) throws SQLException {
        try (Sql.Call call = read.on(connection)) {
            List<Long> found = call.with("name", name).list(row -> row.getLong(1));
            return found.isEmpty() ? 0 : found.get(0);
        }
    }
}
