package dev.primus.jdbc.postgres;

import dev.primus.core.ClusterName;
import dev.primus.jdbc.store.Fingerprint;
import dev.primus.jdbc.store.Tables;

/** The channel that tells of releases. */
final class ReleaseChannel {
    private ReleaseChannel() {}

    /** One channel for each cluster and set of tables. */
    static String nameFor(Tables tables, ClusterName cluster) {
        return "primus_" + Fingerprint.of(tables.lease(), cluster.value());
    }
}
