package dev.primus.server.view;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.primus.core.partition.TaskList;
import dev.primus.core.spi.Catalogue;
import dev.primus.core.spi.WorkBooks.Domain;
import dev.primus.core.spi.WorkBooks.Snapshot;
import java.util.List;

/** The domains, and how much work there is in each. */
public record DomainsView(Snapshot snapshot) {

    public List<String> lines() {
        Table table = new Table("DOMAIN", "ACTIVE", ">LISTS", ">PARTITIONS");
        for (Domain domain : snapshot.domains()) {
            table.row(
                    domain.name().isEmpty() ? "–" : domain.name(),
                    domain.active() ? "yes" : "no",
                    Integer.toString(lists(domain).size()),
                    Long.toString(partitions(domain)));
        }
        return table.lines();
    }

    private List<TaskList> lists(Domain domain) {
        return snapshot.catalogue().lists().stream()
                .map(Catalogue.Entry::list)
                .filter(list -> list.name().domain().equals(domain.name()))
                .toList();
    }

    private long partitions(Domain domain) {
        return lists(domain).stream().mapToLong(TaskList::partitions).sum();
    }

    public ObjectNode json() {
        ObjectNode document = Json.document();
        ArrayNode all = document.putArray("domains");
        for (Domain domain : snapshot.domains()) {
            ObjectNode json = all.addObject();
            json.put("domain", domain.name());
            json.put("active", domain.active());
            json.put("lists", lists(domain).size());
            json.put("partitions", partitions(domain));
        }
        return document;
    }
}
