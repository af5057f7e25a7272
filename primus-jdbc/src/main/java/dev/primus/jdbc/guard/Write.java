package dev.primus.jdbc.guard;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;

/**
 * A statement as a value: nothing of the caller's runs between the check and the commit.
 *
 * @param sql with question marks
 * @param values what they stand for, none of them null
 */
public record Write(String sql, List<Object> values) {
    public Write {
        values = List.copyOf(values);
    }

    public static Write of(String sql, Object... values) {
        return new Write(sql, Arrays.asList(values));
    }

    int on(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < values.size(); i++) {
                statement.setObject(i + 1, values.get(i));
            }
            return statement.executeUpdate();
        }
    }
}
