package dev.primus.jdbc.sqlite;

import dev.primus.jdbc.store.Sql;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which file a connection works on. */
final class SqliteFile {
    private SqliteFile() {}

    /** Null for a database in memory. */
    static @Nullable Path of(Connection connection) throws SQLException {
        try (Sql.Call call = Sql.of("PRAGMA database_list").on(connection)) {
            List<String> files = call.list(row -> "main".equals(row.getString("name")) ? row.getString("file") : "");
            return files.stream()
                    .filter(file -> file != null && !file.isEmpty())
                    .findFirst()
                    .map(Path::of)
                    .orElse(null);
        }
    }
}
