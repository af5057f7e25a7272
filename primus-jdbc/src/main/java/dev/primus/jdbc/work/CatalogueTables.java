package dev.primus.jdbc.work;

import dev.primus.core.ClusterName;
import dev.primus.core.NodeName;
import dev.primus.core.partition.TaskList;
import dev.primus.core.partition.TaskListName;
import dev.primus.core.partition.Weight;
import dev.primus.core.spi.Catalogue;
import dev.primus.core.spi.WorkBooks.Domain;
import dev.primus.jdbc.store.Dialect;
import dev.primus.jdbc.store.Sql;
import dev.primus.jdbc.store.Tables;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/** What work there is: domains, lists, and what people want of single partitions. */
final class CatalogueTables {
    private final Tables tables;
    private final ClusterName cluster;
    private final Sql domains;
    private final Sql lists;
    private final Sql wishes;
    private final Sql setDomain;
    private final Sql makeDomain;
    private final Sql setList;
    private final Sql makeList;
    private final Sql setWish;
    private final Sql makeWish;
    private final Sql dropWish;

    CatalogueTables(Dialect dialect, Tables tables, ClusterName cluster) {
        this.tables = tables;
        this.cluster = cluster;
        this.domains = Sql.of(tables, "SELECT domain, active FROM {domain} WHERE cluster = :cluster ORDER BY domain");
        this.lists = Sql.of(tables, """
                SELECT l.tasklist, l.partitions, l.weight, l.active * d.active AS active FROM {tasklist} l
                JOIN {domain} d ON d.cluster = l.cluster AND d.domain = l.domain
                WHERE l.cluster = :cluster ORDER BY l.tasklist
                """);
        this.wishes = Sql.of(tables, """
                SELECT tasklist, part, worker FROM {wish} WHERE cluster = :cluster AND wanted = 1 ORDER BY tasklist, part
                """);
        this.setDomain =
                Sql.of(tables, "UPDATE {domain} SET active = :active WHERE cluster = :cluster AND domain = :domain");
        this.makeDomain = Sql.of(
                tables,
                dialect.unlessThere(
                        "INSERT INTO {domain} (cluster, domain, active) VALUES (:cluster, :domain, :active)"));
        this.setList = Sql.of(tables, """
                UPDATE {tasklist} SET partitions = :partitions, weight = :weight, active = :active
                WHERE cluster = :cluster AND tasklist = :tasklist
                """);
        this.makeList = Sql.of(tables, dialect.unlessThere("""
                INSERT INTO {tasklist} (cluster, tasklist, domain, partitions, weight, active)
                VALUES (:cluster, :tasklist, :domain, :partitions, :weight, :active)"""));
        this.setWish = Sql.of(tables, """
                UPDATE {wish} SET worker = :worker, wanted = 1
                WHERE cluster = :cluster AND tasklist = :tasklist AND part = :part
                """);
        this.makeWish = Sql.of(tables, dialect.unlessThere("""
                INSERT INTO {wish} (cluster, tasklist, part, worker, wanted)
                VALUES (:cluster, :tasklist, :part, :worker, 1)"""));
        this.dropWish = Sql.of(tables, """
                UPDATE {wish} SET wanted = 0
                WHERE cluster = :cluster AND tasklist = :tasklist AND part = :part AND wanted = 1
                """);
    }

    // ---- reading ---------------------------------------------------------------------------------------------------

    List<Domain> domains(Connection connection) throws SQLException {
        try (Sql.Call call = domains.on(connection)) {
            return here(call).list(row -> {
                boolean active = row.getInt("active") == 1;
                String name = row.getString("domain");
                return row(tables.domain(), name).read("domain", name, text -> new Domain(text, active));
            });
        }
    }

    Catalogue catalogue(Connection connection, long version) throws SQLException {
        try (Sql.Call callLists = lists.on(connection);
                Sql.Call callWishes = wishes.on(connection)) {
            return new Catalogue(
                    version, here(callLists).list(this::entry), here(callWishes).list(this::wish));
        }
    }

    private Catalogue.Entry entry(ResultSet row) throws SQLException {
        String text = row.getString("tasklist");
        Legible legible = row(tables.tasklist(), text);
        TaskListName name = legible.read("tasklist", text, TaskListName::new);
        Weight weight = legible.read("weight", row.getLong("weight"), number -> new Weight(Math.toIntExact(number)));
        TaskList list = legible.read(
                "partitions", row.getLong("partitions"), number -> new TaskList(name, Math.toIntExact(number), weight));
        return new Catalogue.Entry(list, row.getInt("active") == 1);
    }

    private Catalogue.Wish wish(ResultSet row) throws SQLException {
        String text = row.getString("tasklist");
        int part = row.getInt("part");
        Legible legible = row(tables.wish(), text + " " + part);
        TaskListName list = legible.read("tasklist", text, TaskListName::new);
        return legible.read(
                "worker",
                row.getString("worker"),
                worker -> new Catalogue.Wish(list, part, worker.isEmpty() ? null : new NodeName(worker)));
    }

    private Legible row(String table, String key) {
        return new Legible(table, "'%s' of cluster '%s'".formatted(key, cluster));
    }

    // ---- writing ---------------------------------------------------------------------------------------------------

    void write(Connection connection, Domain domain) throws SQLException {
        if (set(connection, setDomain, domain) == 0) {
            set(connection, makeDomain, domain);
        }
    }

    private int set(Connection connection, Sql statement, Domain domain) throws SQLException {
        try (Sql.Call call = statement.on(connection)) {
            return here(call)
                    .with("domain", domain.name())
                    .with("active", domain.active() ? 1 : 0)
                    .update();
        }
    }

    /** With its domain, if that is not there. */
    void write(Connection connection, Catalogue.Entry entry) throws SQLException {
        set(connection, makeDomain, new Domain(entry.list().name().domain(), true));
        if (set(connection, setList, entry) == 0) {
            set(connection, makeList, entry);
        }
    }

    private int set(Connection connection, Sql statement, Catalogue.Entry entry) throws SQLException {
        TaskList list = entry.list();
        try (Sql.Call call = statement.on(connection)) {
            return here(call)
                    .with("tasklist", list.name().value())
                    .withIfUsed("domain", list.name().domain())
                    .with("partitions", list.partitions())
                    .with("weight", list.weight().hundredths())
                    .with("active", entry.active() ? 1 : 0)
                    .update();
        }
    }

    void write(Connection connection, Catalogue.Wish wish) throws SQLException {
        if (set(connection, setWish, wish) == 0) {
            set(connection, makeWish, wish);
        }
    }

    private int set(Connection connection, Sql statement, Catalogue.Wish wish) throws SQLException {
        NodeName worker = wish.worker();
        try (Sql.Call call = statement.on(connection)) {
            return here(call)
                    .with("tasklist", wish.list().value())
                    .with("part", wish.partition())
                    .with("worker", worker == null ? "" : worker.value())
                    .update();
        }
    }

    /** False if nobody wanted anything of it. */
    boolean drop(Connection connection, TaskListName list, int partition) throws SQLException {
        try (Sql.Call call = dropWish.on(connection)) {
            return here(call)
                            .with("tasklist", list.value())
                            .with("part", partition)
                            .update()
                    > 0;
        }
    }

    private Sql.Call here(Sql.Call call) throws SQLException {
        return call.with("cluster", cluster.value());
    }
}
