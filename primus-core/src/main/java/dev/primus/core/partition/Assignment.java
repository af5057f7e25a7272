package dev.primus.core.partition;

import dev.primus.core.NodeName;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Who has which partitions, as it is or as it is to be. It may be wrong in any way that a store's content can be: a partition
 * may have two workers, and a list or a worker may be none any more. A partition that is to be released has its worker until
 * that has let go, and may be on its way to another. Never changed once made.
 */
public final class Assignment {

    /** Nobody has anything. */
    public static final Assignment NONE = new Assignment(new NodeName[0], Collections.emptySortedMap());

    private final NodeName[] names;
    private final SortedMap<TaskListName, Holding> lists;

    /** @param names in order; the numbers in a {@link Holding} are places in it */
    Assignment(NodeName[] names, SortedMap<TaskListName, Holding> lists) {
        this.names = names;
        this.lists = lists;
    }

    public static Builder builder() {
        return new Builder();
    }

    /** The lists of which somebody has something, or is to have it. */
    public Set<TaskListName> lists() {
        return Collections.unmodifiableSet(lists.keySet());
    }

    /** The workers that have something, or are to have it. */
    public SortedSet<NodeName> workers() {
        SortedSet<NodeName> found = new TreeSet<>();
        for (Holding holding : lists.values()) {
            for (int worker : holding.held().workers()) {
                found.add(names[worker]);
            }
            for (int worker : holding.promised().workers()) {
                found.add(names[worker]);
            }
        }
        return found;
    }

    /** What the worker has of the list. */
    public Partitions held(TaskListName list, NodeName worker) {
        int number = Arrays.binarySearch(names, worker);
        return number < 0 ? Partitions.NONE : holding(list).held().of(number);
    }

    /** What is on its way to the worker. */
    public Partitions promised(TaskListName list, NodeName worker) {
        int number = Arrays.binarySearch(names, worker);
        return number < 0 ? Partitions.NONE : holding(list).promised().of(number);
    }

    /** How it is when these moves have been carried out: what has arrived is on its way to nobody any more. */
    public Assignment after(Collection<Move> moves) {
        Builder next = new Builder();
        next.copy(this);
        moves.forEach(next::carryOut);
        return next.build();
    }

    Holding holding(TaskListName list) {
        return lists.getOrDefault(list, Holding.NOTHING);
    }

    NodeName[] names() {
        return names;
    }

    /** The same by another table that has all names which count. */
    Assignment renumbered(NodeName[] table) {
        if (Arrays.equals(names, table)) {
            return this;
        }
        int[] numbers = new int[names.length];
        for (int i = 0; i < names.length; i++) {
            numbers[i] = Arrays.binarySearch(table, names[i]);
        }
        SortedMap<TaskListName, Holding> same = new TreeMap<>();
        lists.forEach((list, holding) -> same.put(list, holding.renumbered(numbers)));
        return new Assignment(table, same);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        if (!(other instanceof Assignment assignment) || !lists.keySet().equals(assignment.lists.keySet())) {
            return false;
        }
        NodeName[] table = workers().toArray(new NodeName[0]);
        if (!Arrays.equals(table, assignment.workers().toArray(new NodeName[0]))) {
            return false;
        }
        Assignment mine = renumbered(table);
        Assignment its = assignment.renumbered(table);
        return lists.keySet().stream().allMatch(list -> mine.holding(list).isSame(its.holding(list)));
    }

    @Override
    public int hashCode() {
        return 31 * lists.keySet().hashCode() + workers().hashCode();
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        lists.forEach((list, holding) -> {
            append(text, list + " ", holding.held());
            append(text, list + " on its way to ", holding.promised());
        });
        return text.toString();
    }

    private void append(StringBuilder text, String prefix, Holding.Shares shares) {
        for (int i = 0; i < shares.count(); i++) {
            text.append(prefix).append(names[shares.worker(i)]).append(": ");
            text.append(shares.part(i)).append('\n');
        }
    }

    /** Takes what a store has, in any order. */
    public static final class Builder {

        /** One worker's part, while it is gathered. */
        private static final class Part {
            private Pieces pieces = new Pieces();

            void give(Partitions more) {
                for (int i = 0; i < more.pieces(); i++) {
                    pieces.add(more.first(i), more.last(i));
                }
            }

            void take(Partitions gone) {
                Partitions left = pieces.toPartitions().minus(gone);
                pieces = new Pieces(left.pieces());
                give(left);
            }
        }

        /** The parts of all workers. */
        private static final class Parts {
            private final Map<NodeName, Part> byWorker = new TreeMap<>();

            Part get(NodeName worker) {
                return byWorker.computeIfAbsent(worker, name -> new Part());
            }

            void copy(Holding.Shares shares, NodeName[] names) {
                for (int i = 0; i < shares.count(); i++) {
                    get(names[shares.worker(i)]).give(shares.part(i));
                }
            }

            Holding.Shares build(NodeName[] names) {
                SortedMap<Integer, Pieces> found = new TreeMap<>();
                byWorker.forEach((worker, part) -> found.put(Arrays.binarySearch(names, worker), part.pieces));
                return Holding.Shares.gathered(found);
            }
        }

        private static final class Draft {
            private final Parts held = new Parts();
            private final Parts promised = new Parts();
        }

        private final SortedMap<TaskListName, Draft> lists = new TreeMap<>();

        private Builder() {}

        /** The worker has them, whether or not it has been asked to let go. */
        public Builder held(TaskListName list, Partitions partitions, NodeName worker) {
            draft(list).held.get(worker).give(partitions);
            return this;
        }

        /** They are to be the worker's as soon as nobody else has them. */
        public Builder promised(TaskListName list, Partitions partitions, NodeName worker) {
            draft(list).promised.get(worker).give(partitions);
            return this;
        }

        public Assignment build() {
            SortedSet<NodeName> workers = new TreeSet<>();
            for (Draft draft : lists.values()) {
                workers.addAll(draft.held.byWorker.keySet());
                workers.addAll(draft.promised.byWorker.keySet());
            }
            NodeName[] names = workers.toArray(new NodeName[0]);
            SortedMap<TaskListName, Holding> built = new TreeMap<>();
            lists.forEach((list, draft) -> {
                Holding holding = new Holding(draft.held.build(names), draft.promised.build(names));
                if (holding.end() > 0) {
                    built.put(list, holding);
                }
            });
            return new Assignment(names, built);
        }

        private void copy(Assignment other) {
            other.lists.forEach((list, holding) -> {
                draft(list).held.copy(holding.held(), other.names);
                draft(list).promised.copy(holding.promised(), other.names);
            });
        }

        private void carryOut(Move move) {
            Partitions moved = Partitions.of(move.first(), move.last());
            if (move.from() != null) {
                draft(move.list()).held.get(move.from()).take(moved);
            }
            if (move.to() != null) {
                draft(move.list()).held.get(move.to()).give(moved);
                draft(move.list()).promised.byWorker.values().forEach(part -> part.take(moved));
            }
        }

        private Draft draft(TaskListName list) {
            return lists.computeIfAbsent(list, name -> new Draft());
        }
    }
}
