package dev.primus.jdbc;

import java.nio.file.Path;
import javax.sql.DataSource;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.SQLiteDataSource;

class SqliteConnectionPoolTest extends ConnectionPoolScenarios {
    @TempDir
    Path folder;

    @Override
    DataSource database() {
        SQLiteDataSource source = new SQLiteDataSource();
        source.setUrl("jdbc:sqlite:" + folder.resolve("pool.db"));
        return source;
    }
}
