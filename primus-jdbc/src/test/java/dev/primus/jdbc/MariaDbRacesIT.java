package dev.primus.jdbc;

import dev.primus.core.spi.LeaseStores;
import dev.primus.testkit.contract.LeaseStoreRaces;
import org.junit.jupiter.api.Tag;

@Tag("L8")
class MariaDbRacesIT extends LeaseStoreRaces {
    @Override
    protected LeaseStores stores() {
        return JdbcStore.on(MariaDbServer.source()).createSchema().hints(false);
    }
}
