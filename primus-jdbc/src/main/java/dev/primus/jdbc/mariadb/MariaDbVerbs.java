package dev.primus.jdbc.mariadb;

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

/** The verbs in the words of MariaDB and MySQL. */
final class MariaDbVerbs implements Verbs {
    private final MariaDbEnroll enroll;
    private final MariaDbLook look;
    private final MariaDbAcquire acquire;
    private final MariaDbRenew renew;
    private final MariaDbRelease release;

    MariaDbVerbs(Words words, Tables tables, StoreSession session) {
        BatchMark mark = new BatchMark(words, tables, session);
        this.enroll = new MariaDbEnroll(words, tables, session);
        this.look = new MariaDbLook(words, tables, session);
        this.acquire = new MariaDbAcquire(words, tables, session);
        this.renew = new MariaDbRenew(words, tables, session, mark);
        this.release = new MariaDbRelease(words, tables, session, mark);
    }

    @Override
    public void enroll(Connection connection, List<Enrolment> enrolments) throws SQLException {
        enroll.on(connection, enrolments);
    }

    @Override
    public List<Sighting> look(Connection connection, List<ElectionName> elections, boolean beat) throws SQLException {
        if (beat) {
            enroll.beat(connection);
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
