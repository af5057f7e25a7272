package dev.primus.jdbc.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * A statement with {@code :named} parameters, read once and used for the life of a session. Names instead of question
 * marks, because the same value (the cluster, above all) is needed in several places of most statements.
 */
public final class Sql {
    private final String text;
    private final List<String> names;

    private Sql(String text, List<String> names) {
        this.text = text;
        this.names = names;
    }

    public static Sql of(Tables tables, String template) {
        return of(tables.in(template));
    }

    public static Sql of(String template) {
        StringBuilder text = new StringBuilder();
        List<String> names = new ArrayList<>();
        int at = 0;
        while (at < template.length()) {
            char here = template.charAt(at);
            int end = here == ':' ? endOfName(template, at + 1) : at + 1;
            if (here == ':' && end > at + 1 && !isCast(template, at)) {
                names.add(template.substring(at + 1, end));
                text.append('?');
            } else {
                text.append(template, at, end);
            }
            at = end;
        }
        return new Sql(text.toString(), List.copyOf(names));
    }

    private static int endOfName(String template, int from) {
        int end = from;
        while (end < template.length() && Character.isJavaIdentifierPart(template.charAt(end))) {
            end++;
        }
        return end;
    }

    /** PostgreSQL writes {@code ::bigint}. */
    private static boolean isCast(String template, int colon) {
        return colon > 0 && template.charAt(colon - 1) == ':';
    }

    public Call on(Connection connection) throws SQLException {
        return new Call(connection.prepareStatement(text));
    }

    @Override
    public String toString() {
        return text;
    }

    /** One execution. */
    public final class Call implements AutoCloseable {
        private final PreparedStatement statement;

        private Call(PreparedStatement statement) {
            this.statement = statement;
        }

        /** Lets a dialect have its way with the statement before it is used. */
        public Call tuned(Tuning tuning) throws SQLException {
            tuning.of(statement);
            return this;
        }

        public Call with(String name, Object value) throws SQLException {
            boolean known = false;
            for (int i = 0; i < names.size(); i++) {
                if (names.get(i).equals(name)) {
                    statement.setObject(i + 1, value);
                    known = true;
                }
            }
            if (!known) {
                throw new IllegalArgumentException("no parameter :%s in %s".formatted(name, text));
            }
            return this;
        }

        /** Binds what many statements use and some do not. */
        public Call withIfUsed(String name, Object value) throws SQLException {
            return names.contains(name) ? with(name, value) : this;
        }

        public int update() throws SQLException {
            return statement.executeUpdate();
        }

        /** Keeps the values that are bound now, to be sent with others by {@link #sendAll}. */
        public void add() throws SQLException {
            statement.addBatch();
        }

        public void sendAll() throws SQLException {
            statement.executeBatch();
        }

        /**
         * Reads the result to its end and closes it before anything is returned: some databases hand out rows before
         * the statement, and with it the commit, is complete.
         */
        public <R> List<R> list(RowReader<R> reader) throws SQLException {
            List<R> found = new ArrayList<>();
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    found.add(reader.read(rows));
                }
            }
            return found;
        }

        @Override
        public void close() throws SQLException {
            statement.close();
        }
    }

    /** What a dialect asks of its driver beyond JDBC. */
    @FunctionalInterface
    public interface Tuning {
        void of(PreparedStatement statement) throws SQLException;
    }

    /** Makes a value of a row. */
    @FunctionalInterface
    public interface RowReader<R> {
        R read(ResultSet row) throws SQLException;
    }
}
