package dev.primus.server.view;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.primus.core.spi.Catalogue;
import dev.primus.core.spi.WorkBooks.Snapshot;
import java.util.List;

/** The lists of work, and how much of each is being worked on. */
public final class TaskListsView {
    private final List<Occupancy> lists;

    public TaskListsView(Snapshot snapshot) {
        this.lists = snapshot.catalogue().lists().stream()
                .map(entry -> Occupancy.of(snapshot, entry))
                .toList();
    }

    public List<String> lines() {
        Table table = new Table("LIST", "ACTIVE", ">PARTITIONS", ">WEIGHT", ">ASSIGNED", ">MOVING", ">UNASSIGNED");
        for (Occupancy list : lists) {
            Catalogue.Entry entry = list.entry();
            table.row(
                    entry.list().name().value(),
                    entry.active() ? "yes" : "no",
                    Integer.toString(list.partitions()),
                    entry.list().weight().toString(),
                    Integer.toString(list.assigned()),
                    Integer.toString(list.requested() + list.pending()),
                    Integer.toString(list.unassigned()));
        }
        return table.lines();
    }

    public ObjectNode json() {
        ObjectNode document = Json.document();
        ArrayNode all = document.putArray("lists");
        for (Occupancy list : lists) {
            Catalogue.Entry entry = list.entry();
            ObjectNode json = all.addObject();
            json.put("list", entry.list().name().value());
            json.put("domain", entry.list().name().domain());
            json.put("active", entry.active());
            json.put("partitions", list.partitions());
            json.put("weight", entry.list().weight().hundredths() / 100.0);
            json.put("assigned", list.assigned());
            json.put("requestedRelease", list.requested());
            json.put("pendingRelease", list.pending());
            json.put("unassigned", list.unassigned());
        }
        return document;
    }
}
