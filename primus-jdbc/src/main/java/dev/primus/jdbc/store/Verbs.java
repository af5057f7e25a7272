package dev.primus.jdbc.store;

import dev.primus.core.ElectionName;
import dev.primus.core.spi.Bid;
import dev.primus.core.spi.Enrolment;
import dev.primus.core.spi.Hold;
import dev.primus.core.spi.Parting;
import dev.primus.core.spi.Sighting;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;

/**
 * The verbs of a lease store in one database's words, for one session and at most a chunk of elections at a
 * time.
 *
 * <p>Those that change something return for whom it was done, after the commit; nothing is said about the others, whose
 * rows may have been lost, locked or gone. An exception means that nothing was done or that nobody knows.
 */
public interface Verbs {
    /**
     * Goes through the verbs with nobody in them, on a fresh connection: what the database has to read and plan for the
     * first time is then not read and planned while an election is without a leader.
     */
    default void rehearse(Connection connection) throws SQLException {}

    void enroll(Connection connection, List<Enrolment> enrolments) throws SQLException;

    /**
     * Reads rows; elections without one are left out.
     *
     * @param beat whether to note in the same breath that this process is alive
     */
    List<Sighting> look(Connection connection, List<ElectionName> elections, boolean beat) throws SQLException;

    Set<ElectionName> acquire(Connection connection, List<Bid> bids) throws SQLException;

    Set<ElectionName> renew(Connection connection, List<Hold> holds) throws SQLException;

    Set<ElectionName> release(Connection connection, List<Parting> partings) throws SQLException;
}
