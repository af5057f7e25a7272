package dev.primus.jdbc.postgres;

import dev.primus.jdbc.store.Sql;
import dev.primus.jdbc.store.Tables;
import dev.primus.jdbc.store.Timepiece;
import java.sql.Array;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Function;

/** What PostgreSQL's statements share. */
final class Postgres {
    /**
     * The server's clock in microseconds. Named in full, so that no schema on the search path can put another clock in
     * its place; and the running clock, not {@code now()}, which stands still for a transaction.
     */
    private static final String NOW = "(EXTRACT(EPOCH FROM pg_catalog.clock_timestamp()) * 1000000)::pg_catalog.int8";

    /**
     * Which clock that is. A promoted standby continues the system's identifier on a new timeline, and its clock is
     * another one.
     */
    private static final String CLOCK_ID = """
            ((SELECT system_identifier FROM pg_catalog.pg_control_system())::text || '/' ||
             pg_catalog.substr(pg_catalog.pg_walfile_name(pg_catalog.pg_current_wal_lsn()), 1, 8))""";

    static final Timepiece TIME = Timepiece.ofServer(NOW, CLOCK_ID);

    private Postgres() {}

    static Sql sql(Tables tables, String template) {
        return Sql.of(tables, template.replace("{now}", NOW).replace("{clock}", CLOCK_ID));
    }

    static <T> Array texts(Connection connection, List<T> items, Function<T, Object> column) throws SQLException {
        return connection.createArrayOf(
                "text", items.stream().map(column).map(Object::toString).toArray());
    }

    static <T> Array numbers(Connection connection, List<T> items, Function<T, Long> column) throws SQLException {
        return connection.createArrayOf("int8", items.stream().map(column).toArray());
    }
}
