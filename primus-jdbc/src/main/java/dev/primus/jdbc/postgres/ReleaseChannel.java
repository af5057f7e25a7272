package dev.primus.jdbc.postgres;

import dev.primus.core.ClusterName;
import dev.primus.core.ElectionName;
import dev.primus.core.spi.StoreSession;
import dev.primus.jdbc.store.Fingerprint;
import dev.primus.jdbc.store.Lines;
import dev.primus.jdbc.store.Tables;

/** Hears of releases. */
final class ReleaseChannel extends Subscription {
    ReleaseChannel(Lines lines, Tables tables, StoreSession session) {
        super(lines, session.cluster(), nameFor(tables, session.cluster()));
    }

    /** One channel for each cluster and set of tables. */
    static String nameFor(Tables tables, ClusterName cluster) {
        return "primus_" + Fingerprint.of(tables.lease(), cluster.value());
    }

    @Override
    void heard(String payload) {
        ElectionName election;
        try {
            election = new ElectionName(payload);
        } catch (IllegalArgumentException e) {
            return;
        }
        changed(election);
    }
}
