package dev.primus.jdbc;

import dev.primus.core.spi.LeaseStores;
import dev.primus.testkit.contract.LeaseStoreRaces;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class SqliteRacesTest extends LeaseStoreRaces {
    @TempDir
    static Path folder;

    @Override
    protected LeaseStores stores() {
        return JdbcStore.sqlite(folder.resolve("races.db")).hints(false);
    }

    /** Each try is a commit to disk, one after the other. */
    @Override
    protected int rounds() {
        return 5;
    }
}
