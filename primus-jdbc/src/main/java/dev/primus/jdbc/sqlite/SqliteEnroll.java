package dev.primus.jdbc.sqlite;

import dev.primus.core.spi.Enrolment;
import dev.primus.core.spi.StoreSession;
import dev.primus.jdbc.store.JsonRows;
import dev.primus.jdbc.store.Sql;
import dev.primus.jdbc.store.Tables;
import dev.primus.jdbc.store.Transaction;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * Makes missing rows and notes who takes part. A row that somebody deleted comes back with the highest number that its
 * term or its history still knows, so that a deleted row alone does not bring old tokens back.
 */
final class SqliteEnroll {
    private final Sql term;
    private final Sql lease;
    private final Sql candidate;
    private final SqliteHeartbeat heartbeat;
    private final HostClock clock;
    private final StoreSession session;

    SqliteEnroll(Tables tables, HostClock clock, StoreSession session, SqliteHeartbeat heartbeat) {
        this.heartbeat = heartbeat;
        this.clock = clock;
        this.session = session;
        this.term = Sql.of(tables, """
                INSERT INTO {term} (cluster, election, epoch)
                SELECT :cluster, r.value->>0, max(
                  coalesce((SELECT epoch FROM {lease} WHERE cluster = :cluster AND election = r.value->>0), 0),
                  coalesce((SELECT max(epoch) FROM {history} WHERE cluster = :cluster AND election = r.value->>0), 0))
                FROM json_each(:rows) AS r WHERE true
                ON CONFLICT (cluster, election) DO NOTHING
                """);
        this.lease = Sql.of(tables, """
                INSERT INTO {lease} (cluster, election, status, owner, nonce, epoch, renewals, expires_us, lease_us,
                  stamped_us, wall_us, clock_id, granted_us, created_us, updated_us, batch, heir, heir_until_us)
                SELECT t.cluster, t.election, 0, '', '', t.epoch, 0, 0, :lease,
                  :now, :wall, :boot, 0, :wall, :wall, '', '', 0
                FROM {term} t WHERE t.cluster = :cluster AND t.election IN (SELECT value->>0 FROM json_each(:rows))
                ON CONFLICT (cluster, election) DO NOTHING
                """);
        this.candidate = Sql.of(tables, """
                INSERT INTO {candidate} (cluster, election, node, incarnation, part)
                SELECT :cluster, r.value->>0, :node, :incarnation, r.value->>1 FROM json_each(:rows) AS r WHERE true
                ON CONFLICT (cluster, election, node, incarnation) DO UPDATE SET part = excluded.part
                """);
    }

    void on(Connection connection, List<Enrolment> enrolments) throws SQLException {
        String rows = JsonRows.of(enrolments, item -> new Object[] {item.election(), item.part()});
        Transaction.IMMEDIATE.on(connection, c -> {
            HostClock.Reading now = clock.read();
            for (Sql statement : stepsFor(enrolments)) {
                try (Sql.Call call = statement.on(c)) {
                    call.with("rows", rows)
                            .with("cluster", session.cluster().value())
                            .withIfUsed("node", session.self().name().value())
                            .withIfUsed("incarnation", session.self().incarnation())
                            .withIfUsed("lease", session.lease().toNanos() / 1000)
                            .withIfUsed("now", now.monotonic())
                            .withIfUsed("wall", now.wall())
                            .withIfUsed("boot", clock.bootId())
                            .update();
                }
            }
            heartbeat.on(c);
            return true;
        });
    }

    /** Who only leaves needs no rows of the election, and wants to be gone. */
    private List<Sql> stepsFor(List<Enrolment> enrolments) {
        boolean allLeave = enrolments.stream().allMatch(one -> one.part() == Enrolment.Part.GONE);
        return allLeave ? List.of(candidate) : List.of(term, lease, candidate);
    }
}
