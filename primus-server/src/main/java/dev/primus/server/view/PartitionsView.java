package dev.primus.server.view;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.primus.core.Term;
import dev.primus.core.partition.Partitions;
import dev.primus.core.partition.TaskListName;
import dev.primus.core.spi.Catalogue;
import dev.primus.core.spi.WorkBooks.Snapshot;
import java.util.ArrayList;
import java.util.List;

/** Who has what, for people: a block for each list, in it a line for each worker. */
public final class PartitionsView {
    private static final int WIDEST_RANGES = 48;

    private final Snapshot snapshot;
    private final List<Catalogue.Entry> lists;

    public PartitionsView(Snapshot snapshot, List<Catalogue.Entry> lists) {
        this.snapshot = snapshot;
        this.lists = List.copyOf(lists);
    }

    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(heading());
        for (Catalogue.Entry entry : lists) {
            lines.add("");
            lines.addAll(block(Occupancy.of(snapshot, entry)));
        }
        return lines;
    }

    private String heading() {
        Term term = snapshot.term();
        return term == null
                ? "no coordinator has planned yet: start one with primus node --election coordinator --allocate"
                : "plan %d, by %s with token %s".formatted(snapshot.revision(), term.leader(), term.token());
    }

    private List<String> block(Occupancy list) {
        List<String> lines = new ArrayList<>();
        lines.add("%s: %d partitions%s"
                .formatted(
                        list.entry().list().name(),
                        list.partitions(),
                        list.entry().active() ? "" : ", not active"));
        lines.add("ASSIGNED %d  REQUESTED_RELEASE %d  PENDING_RELEASE %d  UNASSIGNED %d%s%s"
                .formatted(
                        list.assigned(),
                        list.requested(),
                        list.pending(),
                        list.unassigned(),
                        excluded(list) == 0 ? "" : " (%d excluded)".formatted(excluded(list)),
                        list.beyond() == 0 ? "" : "  no more in the list, and held still: " + list.beyond()));
        if (list.shares().isEmpty()) {
            lines.add("no worker is there.");
            return lines;
        }
        Table table = new Table("WORKER", "STATE", "WHERE", ">HELD", ">LEAVING", "PARTITIONS");
        list.shares()
                .forEach((name, share) -> table.row(
                        name.value(),
                        WorkersView.state(share.worker()),
                        new Bar(list.partitions()).of(share),
                        Integer.toString(share.assigned().size()),
                        Integer.toString(share.leaving().size()),
                        shortened(share.all())));
        lines.addAll(table.lines());
        return lines;
    }

    private long excluded(Occupancy list) {
        TaskListName name = list.entry().list().name();
        return snapshot.catalogue().wishes().stream()
                .filter(wish -> wish.list().equals(name) && wish.worker() == null)
                .filter(wish -> wish.partition() < list.partitions())
                .count();
    }

    private static String shortened(Partitions some) {
        String text = some.isEmpty() ? "–" : some.toString();
        if (text.length() <= WIDEST_RANGES) {
            return text;
        }
        return text.substring(0, text.lastIndexOf(',', WIDEST_RANGES - 2) + 1) + "…";
    }

    public ObjectNode json() {
        ObjectNode document = Json.document();
        document.put("revision", snapshot.revision());
        Term term = snapshot.term();
        document.put("coordinator", term == null ? null : term.leader().toString());
        document.put("token", term == null ? null : term.token().toString());
        ArrayNode all = document.putArray("lists");
        for (Catalogue.Entry entry : lists) {
            Occupancy list = Occupancy.of(snapshot, entry);
            ObjectNode json = all.addObject();
            json.put("list", entry.list().name().value());
            json.put("partitions", list.partitions());
            json.put("active", entry.active());
            json.put("assigned", list.assigned());
            json.put("requestedRelease", list.requested());
            json.put("pendingRelease", list.pending());
            json.put("unassigned", list.unassigned());
            json.put("excluded", excluded(list));
            ArrayNode workers = json.putArray("workers");
            list.shares().values().forEach(share -> {
                ObjectNode worker = workers.addObject();
                worker.put("worker", share.worker().id().toString());
                worker.put("state", WorkersView.state(share.worker()));
                worker.put("assigned", share.assigned().toString());
                worker.put("requestedRelease", share.requested().toString());
                worker.put("pendingRelease", share.pending().toString());
            });
        }
        return document;
    }
}
