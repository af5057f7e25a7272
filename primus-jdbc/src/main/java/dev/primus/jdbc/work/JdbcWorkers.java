package dev.primus.jdbc.work;

import dev.primus.core.ClusterName;
import dev.primus.core.NodeId;
import dev.primus.core.spi.Hint;
import dev.primus.core.spi.Progress;
import dev.primus.core.spi.WorkerCard;
import dev.primus.core.spi.WorkerStore;
import dev.primus.jdbc.store.Dialect;
import dev.primus.jdbc.store.HintChannel;
import dev.primus.jdbc.store.Lines;
import dev.primus.jdbc.store.Tables;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The workers' side of the tables. Safe for use by several threads, one at a time. */
public final class JdbcWorkers implements WorkerStore {
    private final Desk desk;
    private final WorkerRow row;
    private final Inbox inbox;
    private final HintChannel news;

    public JdbcWorkers(Dialect dialect, Tables tables, ClusterName cluster, Lines lines, HintChannel news) {
        this.news = news;
        this.desk = new Desk("workers", dialect, cluster, lines, null);
        this.row = new WorkerRow(dialect, tables, cluster);
        this.inbox = new Inbox(dialect, tables, cluster);
    }

    @Override
    public Enlistment enlist(WorkerCard card, Duration lease) {
        return desk.call("enlist worker " + card.id(), trip -> {
            long wall = trip.wallMicros();
            boolean begun = trip.alone(c -> row.begin(c, card, lease, wall))
                    || trip.alone(c -> row.make(c, card, lease, wall))
                    || trip.alone(c -> row.beginAgain(c, card, lease, wall));
            return new Enlistment(begun, begun ? Duration.ZERO : busy(trip, card.id()));
        });
    }

    private Duration busy(Desk.Trip trip, NodeId worker) throws SQLException {
        Optional<WorkerRow.Standing> standing = trip.alone(c -> row.look(c, worker));
        if (standing.isPresent() && standing.get().strange()) {
            trip.alone(c -> {
                row.adopt(c, List.of(worker));
                return true;
            });
        }
        return standing.map(WorkerRow.Standing::busy).orElse(Duration.ZERO);
    }

    @Override
    public CheckIn checkIn(NodeId worker, Progress progress) {
        return desk.call("check worker " + worker + " in", trip -> {
            boolean renewed = trip.alone(c -> row.renew(c, worker, progress));
            CheckIn found = trip.alone(c -> inbox.read(c, worker, progress.seen()));
            return new CheckIn(renewed && found.alive(), found.draining(), found.revision(), found.orders());
        });
    }

    @Override
    public CheckIn look(NodeId worker, long seen) {
        return desk.call("look for orders of worker " + worker, trip -> trip.alone(c -> inbox.read(c, worker, seen)));
    }

    @Override
    public void drain(NodeId worker) {
        desk.call(
                "have worker " + worker + " drain",
                trip -> trip.alone(c -> {
                    row.drain(c, worker);
                    return true;
                }));
    }

    @Override
    public void signOff(NodeId worker) {
        desk.call("sign worker " + worker + " off", trip -> {
            long wall = trip.wallMicros();
            return trip.alone(c -> {
                row.leave(c, worker, wall);
                return true;
            });
        });
    }

    @Override
    public void onNews(Runnable listener) {
        news.start(hint -> {
            if (hint.equals(Hint.ANYTHING)) {
                listener.run();
            }
        });
    }

    @Override
    public void close() {
        news.close();
        desk.close();
    }
}
