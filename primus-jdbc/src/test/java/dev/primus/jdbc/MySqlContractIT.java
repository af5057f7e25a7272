package dev.primus.jdbc;

import dev.primus.core.ClusterName;
import dev.primus.core.ElectionName;
import dev.primus.core.spi.LeaseStores;
import dev.primus.testkit.contract.LeaseStoreContract;
import org.junit.jupiter.api.Tag;

@Tag("L8")
@Tag("long")
class MySqlContractIT extends LeaseStoreContract {
    private final RowHooks hooks = new RowHooks(MySqlServer.source());

    @Override
    protected LeaseStores stores() {
        return JdbcStore.on(MySqlServer.source()).createSchema();
    }

    @Override
    protected AutoCloseable lockLease(ClusterName in, ElectionName which) throws Exception {
        return hooks.lock("primus_lease", in, which);
    }

    @Override
    protected AutoCloseable lockTerm(ClusterName in, ElectionName which) throws Exception {
        return hooks.lock("primus_term", in, which);
    }

    @Override
    protected void deleteRows(ClusterName in, ElectionName which) throws Exception {
        hooks.delete(in, which);
    }
}
