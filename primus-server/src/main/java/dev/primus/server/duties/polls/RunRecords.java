package dev.primus.server.duties.polls;

import dev.primus.Leadership;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;

/** A store for runs, which outlives every node. */
public interface RunRecords extends AutoCloseable {

    /** Closes it to former coordinators. */
    void raise(Leadership leadership) throws SQLException, InterruptedException;

    /** The latest runs of these schedules. */
    List<Run> read(Collection<Schedule> schedules) throws SQLException;

    /**
     * All of it or nothing.
     *
     * @param fresh of which nothing may be there yet; if there is, nothing is written and this fails
     * @throws dev.primus.guard.StaleTokenException if a later coordinator has been there
     */
    void keep(Leadership leadership, List<Run> fresh, List<Run> changed) throws SQLException;

    @Override
    void close();
}
