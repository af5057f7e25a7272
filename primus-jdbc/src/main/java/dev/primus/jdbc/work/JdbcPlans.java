package dev.primus.jdbc.work;

import dev.primus.core.ClusterName;
import dev.primus.core.NodeId;
import dev.primus.core.Term;
import dev.primus.core.spi.Attendance;
import dev.primus.core.spi.Catalogue;
import dev.primus.core.spi.Orders;
import dev.primus.core.spi.PlanStore;
import dev.primus.jdbc.store.Chunks;
import dev.primus.jdbc.store.Dialect;
import dev.primus.jdbc.store.Lines;
import dev.primus.jdbc.store.Tables;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/** The coordinator's side of the tables. Safe for use by several threads, one at a time. */
public final class JdbcPlans implements PlanStore {
    /** Rows are locked until the commit, and workers who want to renew meanwhile have to wait. */
    private static final int IN_ONE_TRANSACTION = 100;

    private final Dialect dialect;
    private final Tables tables;
    private final ClusterName cluster;
    private final Desk desk;
    private final PlanRow plan;
    private final OrdersTable orders;
    private final WorkerRow workers;
    private final RollCall rollCall;
    private final CatalogueTables catalogue;

    public JdbcPlans(Dialect dialect, Tables tables, ClusterName cluster, Lines lines) {
        this.dialect = dialect;
        this.tables = tables;
        this.cluster = cluster;
        this.desk = new Desk("plans", dialect, cluster, lines, tables);
        this.plan = new PlanRow(dialect, tables, cluster);
        this.orders = new OrdersTable(tables, cluster);
        this.workers = new WorkerRow(dialect, tables, cluster);
        this.rollCall = new RollCall(dialect, tables, cluster);
        this.catalogue = new CatalogueTables(dialect, tables, cluster);
    }

    @Override
    public Mustered muster(Term term) {
        return desk.call("take over the plan", trip -> {
            plan.makeIfMissing(trip);
            if (!trip.together(c -> plan.raise(c, term))) {
                return new Mustered(true, 0, List.of());
            }
            return trip.atOneMoment(c -> {
                PlanRow.Page page = plan.read(c);
                return term.equals(page.term())
                        ? new Mustered(false, page.revision(), orders.all(c))
                        : new Mustered(true, 0, List.of());
            });
        });
    }

    /** Has leases that were stamped by another clock end by this one, or those workers would never fall silent. */
    @Override
    public List<Attendance> attendance() {
        return desk.call("read the workers", trip -> {
            List<RollCall.Present> present = trip.alone(rollCall::concerned);
            if (present.stream().anyMatch(RollCall.Present::strange)) {
                trip.alone(c -> {
                    workers.adoptAll(c);
                    return true;
                });
            }
            return present.stream().map(RollCall.Present::worker).toList();
        });
    }

    @Override
    public Catalogue catalogue() {
        return desk.call(
                "read the task lists",
                trip -> trip.atOneMoment(
                        c -> catalogue.catalogue(c, plan.read(c).catalogue())));
    }

    @Override
    public long catalogueVersion() {
        return desk.call(
                "read the task lists' version",
                trip -> trip.alone(c -> plan.read(c).catalogue()));
    }

    /** Whoever has a row no more, or whose name has another life by now, is among the dead. */
    @Override
    public List<NodeId> bury(List<NodeId> silent) {
        List<NodeId> inOrder = silent.stream().distinct().sorted().toList();
        return desk.call("declare workers dead", trip -> {
            long wall = trip.wallMicros();
            List<NodeId> dead = new ArrayList<>();
            for (List<NodeId> some : Chunks.of(inOrder, IN_ONE_TRANSACTION)) {
                Set<NodeId> living = trip.together(c -> {
                    workers.adopt(c, some);
                    workers.bury(c, some, wall);
                    return rollCall.living(c);
                });
                some.stream().filter(worker -> !living.contains(worker)).forEach(dead::add);
            }
            return List.copyOf(dead);
        });
    }

    @Override
    public boolean command(Term term, long after, Collection<Orders> changed, Collection<NodeId> struck) {
        for (Orders each : changed) {
            if (each.revision() != after + 1) {
                throw new IllegalArgumentException("revision = %d of the orders of %s: allowed is %d, the one after %d"
                        .formatted(each.revision(), each.worker(), after + 1, after));
            }
        }
        return desk.call("write the plan", trip -> {
            long wall = trip.wallMicros();
            return trip.together(c -> {
                if (!plan.advance(c, term, after)) {
                    return false;
                }
                orders.strike(c, struck, after + 1, wall);
                orders.write(c, changed);
                dialect.tellNews(c, tables, cluster);
                return true;
            });
        });
    }

    @Override
    public void close() {
        desk.close();
    }
}
