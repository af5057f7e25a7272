package dev.primus.jdbc;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import org.junit.jupiter.api.io.TempDir;

class SqlitePeersTest extends PeerRows {
    @TempDir
    static Path folder;

    @Override
    JdbcStore store() {
        return JdbcStore.sqlite(folder.resolve("peers.db"));
    }

    @Override
    Connection connect() throws Exception {
        return DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("peers.db"));
    }
}
