package dev.primus.jdbc.work;

import dev.primus.core.ClusterName;
import dev.primus.core.NodeName;
import dev.primus.core.partition.TaskListName;
import dev.primus.core.spi.Attendance.State;
import dev.primus.core.spi.Catalogue;
import dev.primus.core.spi.WorkBooks;
import dev.primus.jdbc.store.Dialect;
import dev.primus.jdbc.store.Lines;
import dev.primus.jdbc.store.Tables;
import java.sql.Connection;
import java.sql.SQLException;

/** People's side of the tables. Safe for use by several threads, one at a time. */
public final class JdbcWork implements WorkBooks {
    private final Desk desk;
    private final PlanRow plan;
    private final OrdersTable orders;
    private final WorkerRow workers;
    private final RollCall rollCall;
    private final CatalogueTables catalogue;

    public JdbcWork(Dialect dialect, Tables tables, ClusterName cluster, Lines lines) {
        this.desk = new Desk("work", dialect, cluster, lines, tables);
        this.plan = new PlanRow(dialect, tables, cluster);
        this.orders = new OrdersTable(tables, cluster);
        this.workers = new WorkerRow(dialect, tables, cluster);
        this.rollCall = new RollCall(dialect, tables, cluster);
        this.catalogue = new CatalogueTables(dialect, tables, cluster);
    }

    @Override
    public Snapshot snapshot() {
        return desk.call(
                "read the work",
                trip -> trip.atOneMoment(c -> {
                    PlanRow.Page page = plan.read(c);
                    return new Snapshot(
                            page.term(),
                            page.revision(),
                            catalogue.domains(c),
                            catalogue.catalogue(c, page.catalogue()),
                            rollCall.all(c),
                            orders.all(c));
                }));
    }

    @Override
    public void define(Domain domain) {
        change("define domain '%s'".formatted(domain.name()), c -> {
            catalogue.write(c, domain);
            return true;
        });
    }

    @Override
    public void define(Catalogue.Entry list) {
        change("define task list '%s'".formatted(list.list().name()), c -> {
            catalogue.write(c, list);
            return true;
        });
    }

    @Override
    public void wish(Catalogue.Wish wish) {
        change("wish for partition %d of '%s'".formatted(wish.partition(), wish.list()), c -> {
            catalogue.write(c, wish);
            return true;
        });
    }

    @Override
    public boolean unwish(TaskListName list, int partition) {
        return change(
                "take back the wish for partition %d of '%s'".formatted(partition, list),
                c -> catalogue.drop(c, list, partition));
    }

    /** @return whether something was changed */
    private interface Change {
        boolean on(Connection connection) throws SQLException;
    }

    /** The version last: its row is the coordinator's too, and locked until the commit. */
    private boolean change(String what, Change change) {
        return desk.call(what, trip -> {
            plan.makeIfMissing(trip);
            return trip.together(c -> {
                boolean changed = change.on(c);
                if (changed) {
                    plan.touch(c);
                }
                return changed;
            });
        });
    }

    @Override
    public boolean drain(NodeName worker, boolean draining) {
        String state = (draining ? State.DRAINING : State.ACTIVE).name();
        return desk.call(
                "drain worker '%s'".formatted(worker), trip -> trip.alone(c -> workers.turn(c, worker, state)));
    }

    @Override
    public void close() {
        desk.close();
    }
}
