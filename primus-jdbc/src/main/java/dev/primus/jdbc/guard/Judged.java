package dev.primus.jdbc.guard;

import dev.primus.guard.Admission;
import dev.primus.guard.Tally;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * Work of the user's between two judgements. The first locks the mark, so that nobody is replaced while the work goes on.
 * But the lock ends with the transaction, and that may end inside the work: a deadlock on MariaDB and MySQL rolls back all
 * of it, a change of the schema commits, and what is written next is in a transaction that nobody has judged. So the one
 * that will be committed is judged, and its mark locked, once more, under limits that hold for it too.
 */
record Judged<R>(SqlWork<Admission> judge, Limits limits, Tally tally, SqlWork<R> work) implements SqlWork<R> {
    @Override
    public R on(Connection connection) throws SQLException {
        tally.count(judge.on(connection)).orThrow();
        R result = work.on(connection);
        limits.setAgain(connection);
        Admission again = judge.on(connection);
        if (!again.isAdmitted()) {
            tally.count(again).orThrow();
        }
        return result;
    }
}
