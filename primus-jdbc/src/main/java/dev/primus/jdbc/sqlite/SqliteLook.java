package dev.primus.jdbc.sqlite;

import dev.primus.core.ClusterName;
import dev.primus.core.ElectionName;
import dev.primus.core.spi.Sighting;
import dev.primus.jdbc.store.JsonRows;
import dev.primus.jdbc.store.Sightings;
import dev.primus.jdbc.store.Sql;
import dev.primus.jdbc.store.Tables;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/**
 * Reads rows and judges them by this machine's clocks.
 *
 * <p>A row stamped before the machine's last start has lapsed, for nobody who held it is alive. Whether a row of the same
 * start can be judged is checked against the wall clock, because it is only known, not promised, that all JVMs of a
 * machine share the origin of {@code nanoTime}: if the two clocks do not agree on how long ago the row was stamped, or
 * the lease would run longer than it was made for, the row is reported as stamped by another clock, and the engine then
 * trusts only its own watching. The same goes for a row of another start that by the wall clock should still be alive:
 * that is rather another machine on a shared disk, which is not supported but should not give two leaders at once.
 */
final class SqliteLook {
    private static final String COLUMNS = """
            WITH seen AS (
              SELECT l.*,
                l.clock_id = :boot AS same_boot,
                l.clock_id = :boot AND l.expires_us - :now <= l.lease_us + :margin
                  AND abs((:now - l.stamped_us) - (:wall - l.wall_us)) <= :margin AND :boot <> '' AS trusted,
                l.wall_us + l.lease_us + :margin < :wall AS long_ago
              FROM {lease} l JOIN {term} t ON t.cluster = l.cluster AND t.election = l.election
              WHERE l.cluster = :cluster AND %s
            )
            SELECT election, owner, epoch, renewals, nonce,
              CASE WHEN owner = '' OR NOT same_boot OR expires_us - :now > lease_us + :margin THEN 0
                ELSE expires_us - :now END AS remaining_us,
              lease_us, :now AS now_us, 'boot ' || :boot AS read_by,
              CASE WHEN owner = '' OR trusted OR (NOT same_boot AND long_ago AND :boot <> '') THEN 'boot ' || :boot
                ELSE 'another clock than boot ' || clock_id END AS stamped_by,
              heir,
              CASE WHEN heir = '' OR NOT same_boot OR heir_until_us - :now > lease_us THEN 0
                ELSE heir_until_us - :now END AS heir_remaining_us,
              (SELECT CAST(value AS INTEGER) FROM {meta} WHERE name = 'lineage') AS lineage,
              granted_us, paused_us, paused_by, paused_why
            FROM seen ORDER BY election
            """;

    private final Sql some;
    private final Sql all;
    private final HostClock clock;
    private final ClusterName cluster;
    private final long marginMicros;

    SqliteLook(Tables tables, HostClock clock, ClusterName cluster, Duration margin) {
        this.some = Sql.of(tables, COLUMNS.formatted("l.election IN (SELECT value->>0 FROM json_each(:elections))"));
        this.all = Sql.of(tables, COLUMNS.formatted("l.status <> 2"));
        this.clock = clock;
        this.cluster = cluster;
        this.marginMicros = margin.toNanos() / 1000;
    }

    List<Sighting> at(Connection connection, List<ElectionName> elections) throws SQLException {
        try (Sql.Call call = some.on(connection)) {
            call.with("elections", JsonRows.of(elections, name -> new Object[] {name}));
            return read(call, new Sightings(elections));
        }
    }

    List<Sighting> atAll(Connection connection) throws SQLException {
        try (Sql.Call call = all.on(connection)) {
            return read(call, new Sightings());
        }
    }

    private List<Sighting> read(Sql.Call call, Sightings rows) throws SQLException {
        HostClock.Reading now = clock.read();
        return call.with("cluster", cluster.value())
                .with("boot", clock.bootId())
                .with("now", now.monotonic())
                .with("wall", now.wall())
                .with("margin", marginMicros)
                .list(rows);
    }
}
