package dev.primus.jdbc.postgres;

import dev.primus.core.ClusterName;
import dev.primus.core.ElectionName;
import dev.primus.core.spi.Sighting;
import dev.primus.core.spi.StoreSession;
import dev.primus.jdbc.store.Sightings;
import dev.primus.jdbc.store.Sql;
import dev.primus.jdbc.store.Tables;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** Reads rows, and shows in the same statement that this process is alive. */
final class PostgresLook {
    private static final String COLUMNS = """
            SELECT l.election, l.owner, l.epoch, l.renewals, l.nonce,
              CASE WHEN l.owner = '' THEN 0 ELSE l.expires_us - c.now_us END AS remaining_us,
              l.lease_us, c.now_us, c.read_by, l.clock_id AS stamped_by, l.heir,
              CASE WHEN l.heir = '' OR l.clock_id <> c.read_by OR l.heir_until_us - c.now_us > l.lease_us THEN 0
                ELSE l.heir_until_us - c.now_us END AS heir_remaining_us,
              (SELECT value FROM {meta} WHERE name = 'lineage') AS lineage, l.granted_us,
              l.paused_us, l.paused_by, l.paused_why
            FROM (SELECT {now} AS now_us, {clock} AS read_by OFFSET 0) c
            JOIN {lease} l ON l.cluster = :cluster
            JOIN {term} t ON t.cluster = l.cluster AND t.election = l.election
            """;

    private static final String SOME = COLUMNS + "WHERE l.election = ANY (:elections)";

    private static final String BEAT = """
            WITH beat AS (
              INSERT INTO {node} (cluster, node, incarnation, started_us, seen_us, lapse_us)
              VALUES (:cluster, :node, :incarnation, {now}, {now}, :lease)
              ON CONFLICT (cluster, node, incarnation)
              DO UPDATE SET seen_us = excluded.seen_us, lapse_us = excluded.lapse_us)
            """;

    private final Sql look;
    private final Sql lookAlive;
    private final StoreSession session;

    PostgresLook(Tables tables, StoreSession session) {
        this.look = Postgres.sql(tables, SOME);
        this.lookAlive = Postgres.sql(tables, BEAT + SOME);
        this.session = session;
    }

    List<Sighting> at(Connection connection, List<ElectionName> elections, boolean beat) throws SQLException {
        try (Sql.Call call = (beat ? lookAlive : look).on(connection)) {
            return call.tuned(Kept::of)
                    .with("cluster", session.cluster().value())
                    .with("elections", Postgres.texts(connection, elections, name -> name))
                    .withIfUsed("node", session.self().name().value())
                    .withIfUsed("incarnation", session.self().incarnation())
                    .withIfUsed("lease", session.lease().toNanos() / 1000)
                    .list(new Sightings(elections));
        }
    }

    static List<Sighting> atAll(Connection connection, Tables tables, ClusterName cluster) throws SQLException {
        Sql all = Postgres.sql(tables, COLUMNS + "WHERE l.status <> 2 ORDER BY l.election");
        try (Sql.Call call = all.on(connection)) {
            return call.with("cluster", cluster.value()).list(new Sightings());
        }
    }
}
