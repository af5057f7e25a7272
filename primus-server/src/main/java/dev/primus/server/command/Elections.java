package dev.primus.server.command;

import dev.primus.core.ClusterName;
import dev.primus.core.ElectionName;
import dev.primus.core.spi.Ledger;
import dev.primus.core.spi.Sighting;
import dev.primus.server.talk.Complaint;
import dev.primus.server.talk.Nearest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Finds the elections that a reader named. */
final class Elections {
    private final ClusterName cluster;
    private final Map<String, Sighting> known = new LinkedHashMap<>();

    Elections(Ledger ledger, ClusterName cluster) {
        this.cluster = cluster;
        ledger.elections().forEach(row -> known.put(row.election().value(), row));
    }

    /** Those named, or all if none is. */
    List<Sighting> find(List<ElectionName> named) {
        if (named.isEmpty()) {
            return new ArrayList<>(known.values());
        }
        return named.stream().map(this::find).toList();
    }

    Sighting find(ElectionName name) {
        Sighting row = known.get(name.value());
        if (row == null) {
            throw Complaint.failed("no election '%s' in cluster '%s'.%s".formatted(name, cluster, advice(name)));
        }
        return row;
    }

    private String advice(ElectionName name) {
        if (known.isEmpty()) {
            return " There is none at all yet: start a node with primus node --election " + name;
        }
        return Nearest.to(name.value(), known.keySet())
                .map(near -> " Did you mean '" + near + "'?")
                .orElse(" See them all: primus status");
    }
}
