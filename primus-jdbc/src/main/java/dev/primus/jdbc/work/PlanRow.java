package dev.primus.jdbc.work;

import dev.primus.core.ClusterName;
import dev.primus.core.NodeId;
import dev.primus.core.Term;
import dev.primus.jdbc.store.Dialect;
import dev.primus.jdbc.store.Sql;
import dev.primus.jdbc.store.Tables;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * The one row of a cluster's plan: the fence that former coordinators meet, and the numbers of the last changes. Whoever plans
 * changes it first, and so has it locked until all is written; a later term that comes meanwhile waits, and reads after that.
 */
final class PlanRow {
    private final Tables tables;
    private final ClusterName cluster;
    private final Sql make;
    private final Sql raise;
    private final Sql advance;
    private final Sql touch;
    private final Sql read;

    PlanRow(Dialect dialect, Tables tables, ClusterName cluster) {
        this.tables = tables;
        this.cluster = cluster;
        this.make = Sql.of(tables, dialect.unlessThere("INSERT INTO {plan} (cluster) VALUES (:cluster)"));
        this.raise = Sql.of(tables, """
                UPDATE {plan} SET token = :token, owner = :owner, writes = writes + 1
                WHERE cluster = :cluster AND (token < :token OR token = :token AND owner = :owner)
                """);
        this.advance = Sql.of(tables, """
                UPDATE {plan} SET revision = :after + 1, writes = writes + 1
                WHERE cluster = :cluster AND token = :token AND owner = :owner AND revision = :after
                """);
        this.touch = Sql.of(
                tables, "UPDATE {plan} SET catalogue = catalogue + 1, writes = writes + 1 WHERE cluster = :cluster");
        this.read = Sql.of(tables, "SELECT token, owner, revision, catalogue FROM {plan} WHERE cluster = :cluster");
    }

    /** @param term the latest that has been here; null if none has */
    record Page(@Nullable Term term, long revision, long catalogue) {
        static final Page BLANK = new Page(null, 0, 0);
    }

    Page read(Connection connection) throws SQLException {
        try (Sql.Call call = read.on(connection)) {
            return call
                    .with("cluster", cluster.value())
                    .list(row -> new Page(
                            term(row.getString("owner"), row.getLong("token")),
                            row.getLong("revision"),
                            row.getLong("catalogue")))
                    .stream()
                    .findFirst()
                    .orElse(Page.BLANK);
        }
    }

    private @Nullable Term term(String owner, long token) {
        if (token == 0) {
            return null;
        }
        Legible legible = new Legible(tables.plan(), "of cluster '%s'".formatted(cluster));
        return legible.read("owner", owner, text -> Term.of(NodeId.parse(text), token));
    }

    /** To be committed before the row is changed: making it locks it in another way than changing it does. */
    void makeIfMissing(Desk.Trip trip) throws SQLException {
        boolean there = trip.alone(connection -> {
            try (Sql.Call call = read.on(connection)) {
                return !call.with("cluster", cluster.value()).list(row -> true).isEmpty();
            }
        });
        if (!there) {
            trip.alone(connection -> {
                try (Sql.Call call = make.on(connection)) {
                    return call.with("cluster", cluster.value()).update();
                }
            });
        }
    }

    /** Closes the plan to all earlier terms; false if a later one has done so to this. */
    boolean raise(Connection connection, Term term) throws SQLException {
        try (Sql.Call call = raise.on(connection)) {
            return of(call, term).update() > 0;
        }
    }

    /** Goes on to the next revision; false if a later term was here, or the plan is not at that revision. */
    boolean advance(Connection connection, Term term, long after) throws SQLException {
        try (Sql.Call call = advance.on(connection)) {
            return of(call, term).with("after", after).update() > 0;
        }
    }

    /** Something of the catalogue has changed. */
    void touch(Connection connection) throws SQLException {
        try (Sql.Call call = touch.on(connection)) {
            call.with("cluster", cluster.value()).update();
        }
    }

    private Sql.Call of(Sql.Call call, Term term) throws SQLException {
        return call.with("cluster", cluster.value())
                .with("token", term.token().value())
                .with("owner", term.leader().toString());
    }
}
