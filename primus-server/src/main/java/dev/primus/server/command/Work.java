package dev.primus.server.command;

import dev.primus.core.NodeName;
import dev.primus.core.partition.TaskListName;
import dev.primus.core.spi.Attendance;
import dev.primus.core.spi.Catalogue;
import dev.primus.core.spi.WorkBooks;
import dev.primus.server.talk.Complaint;
import dev.primus.server.talk.Nearest;
import java.util.List;
import java.util.Optional;

/** Finds by name what is on record, or says in one sentence that it is not and what is. */
record Work(WorkBooks.Snapshot snapshot) {
    private static final int MOST_NAMED = 10;

    static Work of(WorkBooks books) {
        return new Work(books.snapshot());
    }

    Optional<WorkBooks.Domain> findDomain(String name) {
        return snapshot.domains().stream()
                .filter(domain -> domain.name().equals(name))
                .findFirst();
    }

    WorkBooks.Domain domain(String name) {
        return findDomain(name)
                .orElseThrow(() -> unknown(
                        "domain",
                        name,
                        snapshot.domains().stream()
                                .map(WorkBooks.Domain::name)
                                .filter(each -> !each.isEmpty())
                                .toList(),
                        "primus domain create"));
    }

    Optional<Catalogue.Entry> findList(TaskListName name) {
        return snapshot.catalogue().lists().stream()
                .filter(entry -> entry.list().name().equals(name))
                .findFirst();
    }

    Catalogue.Entry list(TaskListName name) {
        return findList(name)
                .orElseThrow(() -> unknown(
                        "task list",
                        name.value(),
                        snapshot.catalogue().lists().stream()
                                .map(entry -> entry.list().name().value())
                                .toList(),
                        "primus tasklist create"));
    }

    /** A list that has this partition. */
    Catalogue.Entry listWith(TaskListName name, int partition) {
        Catalogue.Entry entry = list(name);
        int count = entry.list().partitions();
        if (partition < 0 || partition >= count) {
            throw Complaint.usage("partition = %d of task list '%s': allowed is %s."
                    .formatted(partition, name, count == 0 ? "none, for it has no partitions" : "0 to " + (count - 1)));
        }
        return entry;
    }

    Optional<Catalogue.Wish> findWish(TaskListName list, int partition) {
        return snapshot.catalogue().wishes().stream()
                .filter(wish -> wish.list().equals(list) && wish.partition() == partition)
                .findFirst();
    }

    Attendance worker(NodeName name) {
        return snapshot.workers().stream()
                .filter(worker -> worker.id().name().equals(name))
                .findFirst()
                .orElseThrow(() -> unknown("worker", name.value(), workers(), "the worker's own program"));
    }

    private List<String> workers() {
        return snapshot.workers().stream()
                .map(worker -> worker.id().name().value())
                .toList();
    }

    private static Complaint unknown(String what, String name, List<String> known, String maker) {
        String near = Nearest.to(name, known)
                .map(each -> " Did you mean '" + each + "'?")
                .orElse("");
        return Complaint.failed("%s = '%s': there is none by that name; allowed is %s.%s"
                .formatted(
                        what,
                        name,
                        known.isEmpty() ? "none yet, begin with " + maker : "one of " + listed(known),
                        near));
    }

    private static String listed(List<String> names) {
        String first = String.join(", ", names.subList(0, Math.min(MOST_NAMED, names.size())));
        return names.size() <= MOST_NAMED ? first : "%s and %d more".formatted(first, names.size() - MOST_NAMED);
    }
}
