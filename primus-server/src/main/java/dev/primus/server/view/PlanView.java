package dev.primus.server.view;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.primus.jdbc.HousekeepingPlan;
import dev.primus.jdbc.JdbcAdmin.Tidied;
import java.util.List;

/** What housekeeping would do, one by one. */
public final class PlanView {
    private final HousekeepingPlan plan;

    public PlanView(HousekeepingPlan plan) {
        this.plan = plan;
    }

    public List<String> lines() {
        Table table = new Table("WOULD", "CLUSTER", "NAME");
        plan.unheld()
                .forEach(one -> table.row(
                        "mark as deletable",
                        one.cluster().value(),
                        one.election().value()));
        plan.grown()
                .forEach(one -> table.row(
                        "forget " + one.surplus() + " terms",
                        one.cluster().value(),
                        one.election().value()));
        plan.silent()
                .forEach(one -> table.row(
                        "forget the node", one.cluster().value(), one.node().toString()));
        plan.retired()
                .forEach(one -> table.row(
                        "forget the worker", one.cluster().value(), one.worker().toString()));
        return table.lines();
    }

    /** The same totals as after a real run. */
    public String summary() {
        Tidied total = plan.total();
        return "elections marked %d, terms forgotten %d, nodes forgotten %d, workers forgotten %d."
                .formatted(
                        total.electionsMarked(),
                        total.termsForgotten(),
                        total.nodesForgotten(),
                        total.workersForgotten());
    }

    public ObjectNode json() {
        ObjectNode document = TidiedView.json(plan.total(), true);
        ArrayNode elections = document.putArray("elections");
        plan.unheld()
                .forEach(one -> elections
                        .addObject()
                        .put("cluster", one.cluster().value())
                        .put("election", one.election().value()));
        ArrayNode histories = document.putArray("histories");
        plan.grown()
                .forEach(one -> histories
                        .addObject()
                        .put("cluster", one.cluster().value())
                        .put("election", one.election().value())
                        .put("terms", one.surplus()));
        ArrayNode nodes = document.putArray("nodes");
        plan.silent()
                .forEach(one -> nodes.addObject()
                        .put("cluster", one.cluster().value())
                        .put("node", one.node().toString()));
        ArrayNode workers = document.putArray("workers");
        plan.retired()
                .forEach(one -> workers.addObject()
                        .put("cluster", one.cluster().value())
                        .put("worker", one.worker().toString()));
        return document;
    }
}
