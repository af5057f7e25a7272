package dev.primus.jdbc.guard;

import java.sql.SQLException;

/** Runs transactions that cannot stand in a successor's way for ever. */
interface Transactions {
    /** Returns after the commit; whatever is thrown, nothing was written, unless the commit's own reply was lost. */
    <R> R run(SqlWork<R> work) throws SQLException;
}
