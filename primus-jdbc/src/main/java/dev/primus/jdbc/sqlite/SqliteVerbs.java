package dev.primus.jdbc.sqlite;

import dev.primus.core.ElectionName;
import dev.primus.core.spi.Bid;
import dev.primus.core.spi.Enrolment;
import dev.primus.core.spi.Hold;
import dev.primus.core.spi.Parting;
import dev.primus.core.spi.Sighting;
import dev.primus.core.spi.StoreSession;
import dev.primus.jdbc.store.Tables;
import dev.primus.jdbc.store.Verbs;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;

/** The verbs in SQLite's words. */
final class SqliteVerbs implements Verbs {
    private final SqliteEnroll enroll;
    private final SqliteHeartbeat heartbeat;
    private final SqliteLook look;
    private final SqliteAcquire acquire;
    private final SqliteRenew renew;
    private final SqliteRelease release;

    SqliteVerbs(Tables tables, HostClock clock, StoreSession session) {
        this.heartbeat = new SqliteHeartbeat(tables, clock, session);
        this.enroll = new SqliteEnroll(tables, clock, session, heartbeat);
        this.look = new SqliteLook(tables, clock, session.cluster(), session.margin());
        this.acquire = new SqliteAcquire(tables, clock, session);
        this.renew = new SqliteRenew(tables, clock, session);
        this.release = new SqliteRelease(tables, clock, session);
    }

    @Override
    public void enroll(Connection connection, List<Enrolment> enrolments) throws SQLException {
        enroll.on(connection, enrolments);
    }

    @Override
    public List<Sighting> look(Connection connection, List<ElectionName> elections, boolean beat) throws SQLException {
        if (beat) {
            heartbeat.on(connection);
        }
        return look.at(connection, elections);
    }

    @Override
    public Set<ElectionName> acquire(Connection connection, List<Bid> bids) throws SQLException {
        return acquire.on(connection, bids);
    }

    @Override
    public Set<ElectionName> renew(Connection connection, List<Hold> holds) throws SQLException {
        return renew.on(connection, holds);
    }

    @Override
    public Set<ElectionName> release(Connection connection, List<Parting> partings) throws SQLException {
        return release.on(connection, partings);
    }
}
