package dev.primus.jdbc.postgres;

import dev.primus.core.FencingToken;
import dev.primus.core.spi.StoreException;
import dev.primus.jdbc.store.Sql;
import dev.primus.jdbc.store.Tables;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Notices that the server was failed over or restored to a point in time: it then counts a new timeline, and may have
 * forgotten terms. The lineage is raised once for each, so that new tokens are above those that were forgotten.
 */
final class Timeline {
    private final Sql compare;
    private final Sql record;
    private final Sql advance;

    Timeline(Tables tables) {
        this.compare = Sql.of(tables, """
                SELECT pg_catalog.substr(pg_catalog.pg_walfile_name(pg_catalog.pg_current_wal_lsn()), 1, 8) AS present,
                  (SELECT value FROM {meta} WHERE name = 'timeline') AS recorded
                """);
        this.record = Sql.of(tables, """
                INSERT INTO {meta} (name, value) VALUES ('timeline', :present) ON CONFLICT (name) DO NOTHING
                """);
        this.advance = Sql.of(tables, """
                WITH moved AS (
                  UPDATE {meta} SET value = :present WHERE name = 'timeline' AND value = :recorded RETURNING name)
                UPDATE {meta} SET value = (value::int + 1)::text
                WHERE name = 'lineage' AND value::int < :most AND EXISTS (SELECT 1 FROM moved)
                """);
    }

    /** Returns whether the lineage was raised. */
    boolean follow(Connection connection) throws SQLException {
        Timelines seen = seen(connection);
        String now = seen.present();
        String before = seen.recorded();
        if (before == null) {
            try (Sql.Call call = record.on(connection)) {
                call.with("present", now).update();
            }
            return false;
        }
        if (number(now) <= number(before)) {
            return false;
        }
        try (Sql.Call call = advance.on(connection)) {
            return call.with("present", now)
                            .with("recorded", before)
                            .with("most", FencingToken.MAX_LINEAGE)
                            .update()
                    == 1;
        }
    }

    private record Timelines(String present, @Nullable String recorded) {}

    private Timelines seen(Connection connection) throws SQLException {
        try (Sql.Call call = compare.on(connection)) {
            return call.list(row -> new Timelines(row.getString("present"), row.getString("recorded")))
                    .get(0);
        }
    }

    private static long number(String timeline) {
        try {
            return Long.parseLong(timeline, 16);
        } catch (NumberFormatException e) {
            throw new StoreException("the recorded timeline '%s' is not a timeline".formatted(timeline));
        }
    }
}
