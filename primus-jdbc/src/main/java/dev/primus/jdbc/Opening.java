package dev.primus.jdbc;

import dev.primus.core.spi.StoreException;
import dev.primus.jdbc.store.Deadline;
import dev.primus.jdbc.store.Dialect;
import dev.primus.jdbc.store.Line;
import dev.primus.jdbc.store.Lines;
import dev.primus.jdbc.store.Masked;
import dev.primus.jdbc.store.StoreConnections;
import dev.primus.jdbc.store.Tables;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks a database over before it is relied on, and says in one sentence what to do if it cannot be used. */
final class Opening {
    private static final Logger LOG = LoggerFactory.getLogger(JdbcStore.class);
    /** Starting may take longer than any verb: the first connection, and perhaps the tables, are made here. */
    private static final Duration AT_LEAST = Duration.ofSeconds(10);

    private final StoreConnections connections;
    private final Tables tables;
    private final Duration patience;

    Opening(StoreConnections connections, Tables tables, Duration ioTimeout) {
        this.connections = connections;
        this.tables = tables;
        this.patience = ioTimeout.compareTo(AT_LEAST) > 0 ? ioTimeout : AT_LEAST;
    }

    Dialect dialect(@Nullable Dialect known) {
        if (known != null) {
            return known;
        }
        Lines plain = new Lines(connections, new Unprepared(), patience);
        try (Line line = plain.line("detect")) {
            return line.call(Deadline.in(patience), connection -> Dialects.of(supported(connection)));
        } catch (SQLException e) {
            throw unusable(e);
        }
    }

    /** Before anything is said to it that an old server would not understand. */
    private static SqlDialect supported(Connection connection) throws SQLException {
        SqlDialect kind = SqlDialect.of(connection);
        kind.whyTooOld(connection.getMetaData().getDatabaseProductVersion()).ifPresent(why -> {
            throw new StoreException(why);
        });
        return kind;
    }

    /** Makes or checks the tables, and warns of what an operator should know. */
    void lookOver(Dialect dialect, boolean create) {
        onConnection(dialect, connection -> {
            refuseReadOnly(connection);
            makeOrCheck(connection, dialect, create);
            for (String warning : dialect.inspect(connection, tables)) {
                LOG.warn("{}", warning);
            }
            return true;
        });
    }

    /** For readers: the tables must be there. Nobody who only reads makes them. */
    void checkOnly(Dialect dialect) {
        onConnection(dialect, connection -> {
            new Schema(dialect, tables).check(connection);
            return true;
        });
    }

    /** On a connection of its own: making tables needs other limits than the verbs do. */
    private void onConnection(Dialect dialect, Line.Work<Boolean> work) {
        try (Line line = new Lines(connections, dialect, patience).line("opening")) {
            line.call(Deadline.in(patience), work);
        } catch (SQLException e) {
            throw unusable(e);
        }
    }

    private void makeOrCheck(Connection connection, Dialect dialect, boolean create) throws SQLException {
        Schema schema = new Schema(dialect, tables);
        if (create) {
            schema.createOrUpgrade(connection);
        }
        schema.check(connection);
    }

    private static void refuseReadOnly(Connection connection) throws SQLException {
        if (connection.isReadOnly()) {
            throw new StoreException(
                    "the database is opened read-only: give the data source an account and a server that may write");
        }
    }

    static StoreException unusable(SQLException error) {
        return new StoreException(whatToDo(error) + ": " + Masked.text(error), Masked.copy(error));
    }

    private static String whatToDo(SQLException error) {
        String state = error.getSQLState() == null ? "" : error.getSQLState();
        if (state.startsWith("28") || error.getErrorCode() == 1044 || error.getErrorCode() == 1045) {
            return "the database refused the account: check user, password and grants of the data source";
        }
        if (state.equals("25006")
                || error.getErrorCode() == 1290
                || error.getErrorCode() == 1792
                || isReadOnlyFile(error)) {
            return "the database is read-only: point the data source at a server or file that may be written";
        }
        if (state.startsWith("08")) {
            return "the database cannot be reached: check host, port and that it runs";
        }
        if (state.equals("42501") || error.getErrorCode() == 1142) {
            return "the account may not use our tables: grant it SELECT, INSERT and UPDATE, and DELETE for housekeeping";
        }
        return "the database cannot be used as a lease store";
    }

    private static boolean isReadOnlyFile(SQLException error) {
        return error.getMessage() != null && error.getMessage().contains("READONLY");
    }
}
