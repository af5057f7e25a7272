package dev.primus.jdbc.mariadb;

import dev.primus.core.ClusterName;
import dev.primus.core.ElectionName;
import dev.primus.core.spi.Sighting;
import dev.primus.core.spi.StoreSession;
import dev.primus.jdbc.store.JsonRows;
import dev.primus.jdbc.store.Sightings;
import dev.primus.jdbc.store.Sql;
import dev.primus.jdbc.store.Tables;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** Reads rows without locking any. */
final class MariaDbLook {
    private static final String COLUMNS = """
            SELECT l.election, l.owner, l.epoch, l.renewals, l.nonce,
              IF(l.owner = '', 0, l.expires_us - {now}) AS remaining_us,
              l.lease_us, {now} AS now_us, {clock} AS read_by, l.clock_id AS stamped_by, l.heir,
              IF(l.heir = '' OR l.clock_id <> {clock} OR l.heir_until_us - {now} > l.lease_us, 0,
                l.heir_until_us - {now}) AS heir_remaining_us,
              (SELECT value FROM {meta} WHERE name = 'lineage') AS lineage, l.granted_us,
              l.paused_us, l.paused_by, l.paused_why
            """;

    private final Sql look;
    private final StoreSession session;

    MariaDbLook(Words words, Tables tables, StoreSession session) {
        this.session = session;
        this.look = words.sql(tables, COLUMNS + """
                FROM JSON_TABLE(:rows, '$[*]' COLUMNS (election {text190} PATH '$[0]')) r
                STRAIGHT_JOIN {lease} l ON l.cluster = :cluster AND l.election = r.election
                STRAIGHT_JOIN {term} t ON t.cluster = l.cluster AND t.election = l.election
                """);
    }

    List<Sighting> at(Connection connection, List<ElectionName> elections) throws SQLException {
        try (Sql.Call call = look.on(connection)) {
            return call.with("rows", JsonRows.of(elections, name -> new Object[] {name}))
                    .with("cluster", session.cluster().value())
                    .list(new Sightings(elections));
        }
    }

    static List<Sighting> atAll(Words words, Connection connection, Tables tables, ClusterName cluster)
            throws SQLException {
        Sql all = words.sql(tables, COLUMNS + """
                FROM {lease} l JOIN {term} t ON t.cluster = l.cluster AND t.election = l.election
                WHERE l.cluster = :cluster AND l.status <> 2 ORDER BY l.election
                """);
        try (Sql.Call call = all.on(connection)) {
            return call.with("cluster", cluster.value()).list(new Sightings());
        }
    }
}
