package dev.primus.jdbc.mariadb;

/**
 * An update of many rows at once.
 *
 * @param rows the batch, as a table {@code r}
 * @param joined the tables to change, joined to {@code r} in the order in which they are locked
 * @param locked their aliases
 */
record Change(String rows, String joined, String locked, String set, String where) {
    /** Fails as a whole if one row is locked. */
    String plain() {
        return "UPDATE %s r %s SET %s WHERE %s".formatted(rows, joined, set, where);
    }

    /**
     * Passes over rows that somebody else has locked. (The limit is never reached; without it the server would melt the
     * inner query into the outer one, and wait.)
     */
    String passingOverLocked() {
        return """
                UPDATE (SELECT r.* FROM %s r %s WHERE %s LIMIT 1000000 FOR UPDATE OF %s SKIP LOCKED) r
                %s SET %s WHERE %s
                """.formatted(rows, joined, where, locked, joined, set, where);
    }
}
