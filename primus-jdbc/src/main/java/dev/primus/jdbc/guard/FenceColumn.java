package dev.primus.jdbc.guard;

import dev.primus.guard.Admission;
import dev.primus.guard.Claim;
import dev.primus.guard.Guard;
import dev.primus.guard.StaleTokenException;
import dev.primus.guard.Tally;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A column that remembers the highest token each row was written with: {@code UPDATE … SET …, fence = ? WHERE … AND
 * fence <= ?}. One statement, no transaction needed, any database.
 *
 * <p><b>The weaker form.</b> No barrier can reach it: a late write of a former leader still gets through to every row
 * that the present one has not written yet, and an insertion always does. Where that matters use a {@link FenceRow}.
 *
 * <p>A restart forgets nothing; a row that is deleted and made anew begins at 0. Safe for use from any thread.
 */
public final class FenceColumn implements Guard {
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_.]{0,126}");

    /** In any of these a question mark is no parameter. */
    private static final Pattern QUOTE_OR_COMMENT = Pattern.compile("['\"`]|--|/\\*");

    private final String table;
    private final String column;
    private final Tally tally = new Tally();

    private FenceColumn(String table, String column) {
        this.table = checked("table", table);
        this.column = checked("column", column);
    }

    /** A column {@code fence BIGINT NOT NULL DEFAULT 0} of {@code table}. */
    public static FenceColumn of(String table) {
        return of(table, "fence");
    }

    public static FenceColumn of(String table, String column) {
        return new FenceColumn(table, column);
    }

    private static String checked(String what, String name) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "%s '%s' is not usable: allowed is %s".formatted(what, name, NAME.pattern()));
        }
        return name;
    }

    /**
     * Changes one row, unless it was written under a higher token. (Of several rows it would change those it may.)
     *
     * @param set the assignments, with question marks for all texts: quotes and comments are refused
     * @param where which row, with question marks
     * @param values for both, in that order
     * @return how many rows were changed; 0 if there is none
     * @throws StaleTokenException if the row was written under a higher token
     */
    public int update(Connection connection, Claim claim, String set, String where, Object... values)
            throws SQLException {
        if (claim.token() <= 0) {
            throw refused(claim, 0);
        }
        if (QUOTE_OR_COMMENT.matcher(set).find()) {
            throw new IllegalArgumentException(
                    "set '%s' is not usable: it has a quote or a comment, where a question mark is no parameter; write ?"
                                    .formatted(set)
                            + " and hand the text over as a value");
        }
        int forSet = (int) set.chars().filter(c -> c == '?').count();
        int changed = changed(connection, claim, set, where, List.of(values), forSet);
        if (changed == 0) {
            refuseIfStale(connection, claim, where, List.of(values).subList(forSet, values.length));
            return 0;
        }
        tally.count(new Admission.Admitted(table, claim.token()));
        return changed;
    }

    private int changed(Connection connection, Claim claim, String set, String where, List<Object> values, int forSet)
            throws SQLException {
        String sql = "UPDATE %s SET %s, %s = ? WHERE (%s) AND %s <= ?".formatted(table, set, column, where, column);
        try (PreparedStatement update = connection.prepareStatement(sql)) {
            int at = 0;
            for (Object value : values.subList(0, forSet)) {
                update.setObject(++at, value);
            }
            update.setLong(++at, claim.token());
            for (Object value : values.subList(forSet, values.size())) {
                update.setObject(++at, value);
            }
            update.setLong(++at, claim.token());
            return update.executeUpdate();
        }
    }

    /** Tells a row that is guarded from one that is not there; by a locking read, as a snapshot may be older. */
    private void refuseIfStale(Connection connection, Claim claim, String where, List<Object> values)
            throws SQLException {
        boolean locks = !connection.getMetaData().getDatabaseProductName().equals("SQLite");
        String sql = "SELECT %s FROM %s WHERE (%s) ORDER BY %s DESC %s"
                .formatted(column, table, where, column, locks ? "FOR UPDATE" : "");
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            for (int i = 0; i < values.size(); i++) {
                select.setObject(i + 1, values.get(i));
            }
            try (ResultSet row = select.executeQuery()) {
                if (row.next() && row.getLong(1) > claim.token()) {
                    throw refused(claim, row.getLong(1));
                }
            }
        }
    }

    private StaleTokenException refused(Claim claim, long highest) {
        Admission.Stale answer = new Admission.Stale(table, claim.token(), highest);
        tally.count(answer);
        return new StaleTokenException(answer);
    }

    @Override
    public String resource() {
        return table;
    }

    @Override
    public long admitted() {
        return tally.admitted();
    }

    @Override
    public long rejected() {
        return tally.rejected();
    }
}
