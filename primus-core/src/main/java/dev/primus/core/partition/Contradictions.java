package dev.primus.core.partition;

import dev.primus.core.NodeName;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/** What does not fit together in a situation, each with the setting, its value and what is allowed. */
final class Contradictions {
    private final SortedMap<NodeName, Worker> workers;
    private final SortedMap<TaskListName, TaskList> lists;
    private final List<String> found = new ArrayList<>();

    Contradictions(
            SortedMap<NodeName, Worker> workers,
            SortedMap<TaskListName, TaskList> lists,
            Map<TaskListName, SortedMap<Integer, NodeName>> pins,
            Map<TaskListName, SortedSet<Integer>> exclusions) {
        this.workers = workers;
        this.lists = lists;
        mustBeFew();
        pins.forEach((list, pinned) -> pinned.forEach((partition, worker) -> mustBeKnown(list, partition, worker)));
        exclusions.forEach((list, excluded) -> excluded.forEach(partition -> {
            mustExist("exclude", list, partition);
            NodeName pinned = pins.containsKey(list) ? pins.get(list).get(partition) : null;
            mustNotBePinned(list, partition, pinned);
        }));
    }

    List<String> found() {
        return found;
    }

    private void mustBeFew() {
        if (workers.size() > Situation.MOST_WORKERS) {
            found.add("workers = %d: allowed is 0 to %d".formatted(workers.size(), Situation.MOST_WORKERS));
        }
        long sum = lists.values().stream().mapToLong(TaskList::partitions).sum();
        if (sum > TaskList.MOST_PARTITIONS) {
            found.add("partitions = %d in all lists: allowed is 0 to %d".formatted(sum, TaskList.MOST_PARTITIONS));
        }
    }

    private void mustBeKnown(TaskListName list, int partition, NodeName worker) {
        mustExist("pin", list, partition);
        if (!workers.containsKey(worker)) {
            found.add("pin = %s/%d to %s: there is no such worker; allowed is a worker that is named, active or not"
                    .formatted(list, partition, worker));
        }
    }

    private void mustExist(String setting, TaskListName name, int partition) {
        TaskList list = lists.get(name);
        if (list == null) {
            found.add("%s = %s/%d: there is no such list; allowed is a list that is named"
                    .formatted(setting, name, partition));
        } else if (partition < 0 || partition >= list.partitions()) {
            found.add("%s = %s/%d: allowed is a partition from 0 to %d"
                    .formatted(setting, name, partition, list.partitions() - 1));
        }
    }

    private void mustNotBePinned(TaskListName list, int partition, @Nullable NodeName worker) {
        if (worker != null) {
            found.add("exclude = %s/%d: is pinned to %s; allowed is one of both".formatted(list, partition, worker));
        }
    }
}
