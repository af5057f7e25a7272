package dev.primus.server.view;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.primus.core.NodeName;
import dev.primus.core.partition.Move;
import dev.primus.core.partition.Plan;
import dev.primus.core.partition.Reason;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What would move, and why. */
public final class MovesView {
    private static final int MOST_ROWS = 100;

    private final Plan plan;
    private final int workers;
    private final List<Move> all;

    /** @param workers how many there are to give something to */
    public MovesView(Plan plan, int workers) {
        this.plan = plan;
        this.workers = workers;
        this.all = new ArrayList<>(plan.moves());
        all.addAll(plan.waiting());
    }

    public List<String> lines() {
        if (all.isEmpty()) {
            return List.of("nothing would move: %s."
                    .formatted(workers == 0 ? "there is no worker to give anything to" : "all is as it should be"));
        }
        List<String> lines = new ArrayList<>();
        lines.add("%d %s would move:".formatted(plan.size(), plan.size() == 1 ? "partition" : "partitions"));
        Map<Reason, Integer> reasons = new EnumMap<>(Reason.class);
        all.forEach(move -> reasons.merge(move.reason(), move.size(), Integer::sum));
        reasons.forEach((reason, count) -> lines.add("  %d: %s".formatted(count, reason)));
        Table table = new Table("LIST", "PARTITIONS", "FROM", "TO", "WHY");
        all.stream()
                .limit(MOST_ROWS)
                .forEach(move -> table.row(
                        move.list().value(),
                        move.first() == move.last() ? Integer.toString(move.first()) : move.first() + "-" + move.last(),
                        text(move.from()),
                        text(move.to()),
                        move.reason().toString()));
        lines.addAll(table.lines());
        if (all.size() > MOST_ROWS) {
            lines.add("and %d more lines; --json has all of them.".formatted(all.size() - MOST_ROWS));
        }
        return lines;
    }

    private static String text(@Nullable NodeName worker) {
        return worker == null ? "–" : worker.value();
    }

    public ObjectNode json() {
        ObjectNode document = Json.document();
        document.put("partitions", plan.size());
        ArrayNode moves = document.putArray("moves");
        for (Move move : all) {
            NodeName from = move.from();
            NodeName to = move.to();
            ObjectNode json = moves.addObject();
            json.put("list", move.list().value());
            json.put("first", move.first());
            json.put("last", move.last());
            json.put("from", from == null ? null : from.value());
            json.put("to", to == null ? null : to.value());
            json.put("reason", move.reason().name());
        }
        return document;
    }
}
