package dev.primus.jdbc;

import dev.primus.core.spi.LeaseStores;
import dev.primus.testkit.contract.LeaseStoreRaces;
import org.junit.jupiter.api.Tag;

@Tag("L8")
class PostgresRacesIT extends LeaseStoreRaces {
    @Override
    protected LeaseStores stores() {
        return JdbcStore.on(PostgresServer.source()).createSchema().hints(false);
    }
}
