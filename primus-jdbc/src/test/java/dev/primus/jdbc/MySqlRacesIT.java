package dev.primus.jdbc;

import dev.primus.core.spi.LeaseStores;
import dev.primus.testkit.contract.LeaseStoreRaces;
import org.junit.jupiter.api.Tag;

@Tag("L8")
@Tag("long")
class MySqlRacesIT extends LeaseStoreRaces {
    @Override
    protected LeaseStores stores() {
        return JdbcStore.on(MySqlServer.source()).createSchema().hints(false);
    }
}
