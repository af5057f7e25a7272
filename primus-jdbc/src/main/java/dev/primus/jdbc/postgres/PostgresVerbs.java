package dev.primus.jdbc.postgres;

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

/** The verbs in PostgreSQL's words. */
final class PostgresVerbs implements Verbs {
    private final Plans plans = new Plans();
    private final PostgresEnroll enroll;
    private final PostgresLook look;
    private final PostgresAcquire acquire;
    private final PostgresRenew renew;
    private final PostgresRelease release;

    PostgresVerbs(Tables tables, StoreSession session, boolean hints) {
        this.enroll = new PostgresEnroll(tables, session);
        this.look = new PostgresLook(tables, session);
        this.acquire = new PostgresAcquire(tables, session);
        this.renew = new PostgresRenew(tables, session);
        this.release = new PostgresRelease(tables, session, hints);
    }

    @Override
    public void rehearse(Connection connection) throws SQLException {
        plans.suit(connection, 0);
        look.at(connection, List.of(), false);
        acquire.on(connection, List.of());
        release.on(connection, List.of());
    }

    @Override
    public void enroll(Connection connection, List<Enrolment> enrolments) throws SQLException {
        plans.suit(connection, enrolments.size());
        enroll.on(connection, enrolments);
    }

    @Override
    public List<Sighting> look(Connection connection, List<ElectionName> elections, boolean beat) throws SQLException {
        plans.suit(connection, elections.size());
        return look.at(connection, elections, beat);
    }

    @Override
    public Set<ElectionName> acquire(Connection connection, List<Bid> bids) throws SQLException {
        plans.suitTakeover(connection, bids.size());
        return acquire.on(connection, bids);
    }

    @Override
    public Set<ElectionName> renew(Connection connection, List<Hold> holds) throws SQLException {
        plans.suit(connection, holds.size());
        return renew.on(connection, holds);
    }

    @Override
    public Set<ElectionName> release(Connection connection, List<Parting> partings) throws SQLException {
        plans.suit(connection, partings.size());
        return release.on(connection, partings);
    }
}
