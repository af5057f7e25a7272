package dev.primus.jdbc.work;

import dev.primus.core.ClusterName;
import dev.primus.core.NodeId;
import dev.primus.core.spi.StoreException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.function.Function;

/**
 * A row that is read, and that somebody may have garbled: then it is said which one, and what is wrong with it.
 *
 * @param row its key, as people write it
 */
record Legible(String table, String row) {

    <T> T read(String column, String text, Function<String, T> reader) {
        try {
            return reader.apply(text);
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw new StoreException(
                    "table %s, row %s: column %s cannot be read: %s".formatted(table, row, column, e.getMessage()), e);
        }
    }

    /** One life of a worker, from a row that has {@code worker} and {@code incarnation}. */
    static NodeId life(String table, ClusterName cluster, ResultSet row) throws SQLException {
        String worker = row.getString("worker");
        Legible legible = new Legible(table, "'%s' of cluster '%s'".formatted(worker, cluster));
        return legible.read("incarnation", row.getString("incarnation"), text -> NodeId.of(worker, text));
    }

    <T> T read(String column, long number, Function<Long, T> reader) {
        return read(column, Long.toString(number), any -> reader.apply(number));
    }
}
