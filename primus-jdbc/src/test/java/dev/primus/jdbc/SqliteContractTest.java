package dev.primus.jdbc;

import dev.primus.core.ClusterName;
import dev.primus.core.ElectionName;
import dev.primus.core.spi.LeaseStores;
import dev.primus.testkit.contract.LeaseStoreContract;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import org.junit.jupiter.api.io.TempDir;

/** The contract on SQLite. There are no row locks there: a lock on one row is a lock on the file. */
class SqliteContractTest extends LeaseStoreContract {
    @TempDir
    static Path folder;

    @Override
    protected LeaseStores stores() {
        return JdbcStore.sqlite(folder.resolve("contract.db"));
    }

    @Override
    protected void deleteRows(ClusterName in, ElectionName which) throws Exception {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("contract.db"));
                PreparedStatement delete =
                        connection.prepareStatement("DELETE FROM primus_lease WHERE cluster = ? AND election = ?")) {
            delete.setString(1, in.value());
            delete.setString(2, which.value());
            delete.executeUpdate();
        }
    }
}
