package dev.primus.server.view;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.primus.jdbc.JdbcAdmin.Tidied;
import java.util.List;

/** What housekeeping has done. */
public final class TidiedView {
    private final Tidied tidied;

    public TidiedView(Tidied tidied) {
        this.tidied = tidied;
    }

    public List<String> lines() {
        return List.of(
                "elections marked as deletable  " + tidied.electionsMarked(),
                "terms forgotten                " + tidied.termsForgotten(),
                "nodes forgotten                " + tidied.nodesForgotten(),
                "workers forgotten              " + tidied.workersForgotten());
    }

    public ObjectNode json() {
        return json(tidied, false);
    }

    static ObjectNode json(Tidied tidied, boolean dryRun) {
        return Json.document()
                .put("electionsMarked", tidied.electionsMarked())
                .put("termsForgotten", tidied.termsForgotten())
                .put("nodesForgotten", tidied.nodesForgotten())
                .put("workersForgotten", tidied.workersForgotten())
                .put("dryRun", dryRun);
    }
}
