package dev.primus.core.partition;

import dev.primus.core.NodeName;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * All that a plan is made from. The order in which it was told does not matter: everything is put in order by name. Never
 * changed once made.
 */
public final class Situation {

    public static final int MOST_WORKERS = 10_000;

    private final SortedMap<NodeName, Worker> workers;
    private final SortedMap<TaskListName, TaskList> lists;
    private final Map<TaskListName, SortedMap<Integer, NodeName>> pins;
    private final Map<TaskListName, SortedSet<Integer>> exclusions;
    private final Assignment present;
    private final PlanSettings settings;

    private Situation(Builder from) {
        this.workers = new TreeMap<>(from.workers);
        this.lists = new TreeMap<>(from.lists);
        this.pins = new TreeMap<>();
        from.pins.forEach((list, pinned) -> pins.put(list, new TreeMap<>(pinned)));
        this.exclusions = new TreeMap<>();
        from.exclusions.forEach((list, excluded) -> exclusions.put(list, new TreeSet<>(excluded)));
        this.present = from.present;
        this.settings = from.settings;
    }

    public static Builder builder() {
        return new Builder();
    }

    /** In the order of their names. */
    public Collection<Worker> workers() {
        return Collections.unmodifiableCollection(workers.values());
    }

    /** In the order of their names. */
    public Collection<TaskList> lists() {
        return Collections.unmodifiableCollection(lists.values());
    }

    public Assignment present() {
        return present;
    }

    public PlanSettings settings() {
        return settings;
    }

    boolean isAlive(NodeName worker) {
        Worker known = workers.get(worker);
        return known != null && known.standing() != Worker.Standing.DEAD;
    }

    boolean has(TaskListName list) {
        return lists.containsKey(list);
    }

    SortedMap<Integer, NodeName> pins(TaskListName list) {
        return pins.getOrDefault(list, Collections.emptySortedMap());
    }

    SortedSet<Integer> exclusions(TaskListName list) {
        return exclusions.getOrDefault(list, Collections.emptySortedSet());
    }

    /** Gathers a situation. */
    public static final class Builder {
        private final SortedMap<NodeName, Worker> workers = new TreeMap<>();
        private final SortedMap<TaskListName, TaskList> lists = new TreeMap<>();
        private final Map<TaskListName, SortedMap<Integer, NodeName>> pins = new TreeMap<>();
        private final Map<TaskListName, SortedSet<Integer>> exclusions = new TreeMap<>();
        private Assignment present = Assignment.NONE;
        private PlanSettings settings = PlanSettings.DEFAULT;

        private Builder() {}

        public Builder worker(Worker worker) {
            if (workers.putIfAbsent(worker.name(), worker) != null) {
                throw new IllegalArgumentException(
                        "worker = %s: is there twice; allowed is each name once".formatted(worker.name()));
            }
            return this;
        }

        public Builder workers(Collection<Worker> several) {
            several.forEach(this::worker);
            return this;
        }

        public Builder list(TaskList list) {
            if (lists.putIfAbsent(list.name(), list) != null) {
                throw new IllegalArgumentException(
                        "task list = %s: is there twice; allowed is each name once".formatted(list.name()));
            }
            return this;
        }

        public Builder lists(Collection<TaskList> several) {
            several.forEach(this::list);
            return this;
        }

        public Builder present(Assignment assignment) {
            this.present = assignment;
            return this;
        }

        /** The worker has this partition whenever it is active; while it is not, another may. */
        public Builder pin(TaskListName list, int partition, NodeName worker) {
            NodeName other = pins.computeIfAbsent(list, name -> new TreeMap<>()).putIfAbsent(partition, worker);
            if (other != null && !other.equals(worker)) {
                throw new IllegalArgumentException("pin = %s/%d to %s: is pinned to %s already; allowed is one worker"
                        .formatted(list, partition, worker, other));
            }
            return this;
        }

        /** Nobody has this partition. */
        public Builder exclude(TaskListName list, int partition) {
            exclusions.computeIfAbsent(list, name -> new TreeSet<>()).add(partition);
            return this;
        }

        public Builder settings(PlanSettings other) {
            this.settings = other;
            return this;
        }

        /** @throws IllegalArgumentException if something does not fit together, with everything that does not */
        public Situation build() {
            List<String> wrong = new Contradictions(workers, lists, pins, exclusions).found();
            if (!wrong.isEmpty()) {
                throw new IllegalArgumentException("unusable situation: " + String.join("; ", wrong));
            }
            return new Situation(this);
        }
    }
}
