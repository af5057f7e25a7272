package dev.primus.server.view;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.primus.core.NodeId;
import dev.primus.core.spi.Attendance;
import dev.primus.core.spi.Orders;
import dev.primus.core.spi.WorkBooks.Snapshot;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The workers, and how much each has. */
public final class WorkersView {
    private final Snapshot snapshot;
    private final Map<NodeId, Orders> orders = new HashMap<>();

    public WorkersView(Snapshot snapshot) {
        this.snapshot = snapshot;
        snapshot.orders().forEach(each -> orders.put(each.worker(), each));
    }

    /** One word for how a worker is. */
    public static String state(Attendance worker) {
        return switch (worker.state()) {
            case ACTIVE -> worker.isSilent() ? "silent" : "active";
            case DRAINING -> worker.isSilent() ? "silent" : "draining";
            case DEAD -> "dead";
            case GONE -> "left";
        };
    }

    public List<String> lines() {
        Table table = new Table("WORKER", "STATE", ">LEASE", ">CAPACITY", "ZONE", ">HELD", ">LEAVING", "ABOUT");
        for (Attendance worker : snapshot.workers()) {
            Orders theirs = ordersOf(worker);
            table.row(
                    worker.id().toString(),
                    state(worker),
                    hasLease(worker) ? Spans.shortly(worker.left()) : "–",
                    worker.card().capacity().toString(),
                    worker.card().zone(),
                    Integer.toString(theirs.held().size()),
                    Integer.toString(theirs.asked().size()),
                    worker.card().about().isEmpty() ? "–" : worker.card().about());
        }
        return table.lines();
    }

    private static boolean hasLease(Attendance worker) {
        return worker.isAlive() && !worker.isSilent();
    }

    /** Whoever is not alive has nothing, whatever is still on record. */
    private Orders ordersOf(Attendance worker) {
        Orders none = Orders.none(worker.id());
        return worker.isAlive() ? orders.getOrDefault(worker.id(), none) : none;
    }

    public ObjectNode json() {
        ObjectNode document = Json.document();
        document.put("revision", snapshot.revision());
        ArrayNode all = document.putArray("workers");
        for (Attendance worker : snapshot.workers()) {
            Orders theirs = ordersOf(worker);
            ObjectNode json = all.addObject();
            json.put("worker", worker.id().toString());
            json.put("name", worker.id().name().value());
            json.put("state", state(worker));
            json.put("leaseMs", hasLease(worker) ? worker.left().toMillis() : Duration.ZERO.toMillis());
            json.put("capacity", worker.card().capacity().hundredths() / 100.0);
            json.put("zone", worker.card().zone());
            json.put("held", theirs.held().size());
            json.put("leaving", theirs.asked().size());
            json.put("about", worker.card().about());
        }
        return document;
    }
}
