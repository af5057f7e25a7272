package dev.primus.core.partition.move;

import dev.primus.core.NodeId;
import dev.primus.core.NodeName;
import dev.primus.core.partition.Lot;
import dev.primus.core.partition.Lots;
import dev.primus.core.partition.PartitionSet;
import dev.primus.core.partition.Partitions;
import dev.primus.core.partition.TaskListName;
import dev.primus.core.spi.Attendance;
import dev.primus.core.spi.Orders;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The orders of all workers while the next revision is worked out: what is asked back, what has come back, and what can be
 * given to somebody because nobody has it any more.
 */
final class Inventory {
    private final long revision;
    private final Map<NodeId, Orders> before;
    private final Map<NodeName, NodeId> living = new TreeMap<>();
    private final Map<NodeId, Lots> held = new TreeMap<>();
    private final Map<NodeId, Lots> asked = new TreeMap<>();
    private final Map<NodeName, Lots> left = new TreeMap<>();
    private final List<NodeId> struck = new ArrayList<>();
    private final Map<TaskListName, PartitionSet> kept = new HashMap<>();
    private final Map<TaskListName, PartitionSet> taken = new HashMap<>();

    Inventory(long revision, Map<NodeId, Orders> before, Collection<Attendance> present) {
        this.revision = revision;
        this.before = before;
        for (Attendance worker : present) {
            if (worker.isAlive()) {
                living.put(worker.id().name(), worker.id());
                Orders orders = before.getOrDefault(worker.id(), Orders.none(worker.id()));
                held.put(worker.id(), orders.held());
                asked.put(worker.id(), stillHeld(orders, worker));
            }
        }
        before.forEach((worker, orders) -> {
            if (!held.containsKey(worker)) {
                struck.add(worker);
                left.merge(worker.name(), orders.held().plus(orders.asked()), Lots::plus);
            }
        });
        held.values().forEach(lots -> add(kept, lots));
        asked.values().forEach(lots -> add(taken, lots));
        held.values().forEach(lots -> add(taken, lots));
    }

    private static void add(Map<TaskListName, PartitionSet> sums, Lots lots) {
        lots.all().forEach(lot -> set(sums, lot.list()).add(lot.partitions()));
    }

    private static PartitionSet set(Map<TaskListName, PartitionSet> sums, TaskListName list) {
        return sums.computeIfAbsent(list, any -> new PartitionSet());
    }

    /** Only who has seen the latest orders can have let go what they ask for. */
    private static Lots stillHeld(Orders orders, Attendance worker) {
        boolean upToDate = worker.progress().seen() >= orders.revision();
        return upToDate ? orders.asked().and(worker.progress().finishing()) : orders.asked();
    }

    // ---- what there is ---------------------------------------------------------------------------------------------

    /** What the worker of that name has and was not asked for, or had in a life that is over. */
    Map<NodeName, Lots> claims() {
        Map<NodeName, Lots> claims = new TreeMap<>(left);
        living.forEach((name, id) -> claims.merge(name, held.getOrDefault(id, Lots.NONE), Lots::plus));
        return claims;
    }

    /** What nobody has, or was asked for: it may be on its way to somebody. */
    Partitions loose(TaskListName list, Partitions some) {
        return set(kept, list).without(some);
    }

    // ---- what is decided -------------------------------------------------------------------------------------------

    /**
     * Asks the worker for these.
     *
     * @return those of them that are free at once, since the life that had them is over
     */
    Partitions takeFrom(NodeName worker, TaskListName list, Partitions some) {
        Partitions free = left.getOrDefault(worker, Lots.NONE).among(list, some).of(list);
        NodeId id = living.get(worker);
        if (id == null) {
            return free;
        }
        Lots theirs = held.getOrDefault(id, Lots.NONE).among(list, some);
        held.merge(id, theirs, Lots::minus);
        asked.merge(id, theirs, Lots::plus);
        return free;
    }

    /**
     * Gives a worker those of these that nobody has.
     *
     * @return what it was given
     */
    Partitions giveTo(NodeName worker, TaskListName list, Partitions some) {
        NodeId id = living.get(worker);
        Partitions free = id == null ? Partitions.NONE : set(taken, list).without(some);
        if (id != null && !free.isEmpty()) {
            held.merge(id, Lots.of(new Lot(list, revision, free)), Lots::plus);
            set(taken, list).add(free);
        }
        return free;
    }

    /** A worker that is back keeps what its former life had, if it is to. */
    void giveBack(NodeName worker, TaskListName list, Partitions kept) {
        giveTo(worker, list, left.getOrDefault(worker, Lots.NONE).of(list).and(kept));
    }

    // ---- what comes of it ------------------------------------------------------------------------------------------

    List<NodeId> struck() {
        return struck;
    }

    List<Orders> changed() {
        List<Orders> changed = new ArrayList<>();
        living.values().forEach(id -> {
            Orders old = before.getOrDefault(id, Orders.none(id));
            Lots has = held.getOrDefault(id, Lots.NONE);
            Lots owes = asked.getOrDefault(id, Lots.NONE);
            if (!has.equals(old.held()) || !owes.equals(old.asked())) {
                changed.add(new Orders(id, revision, has, owes));
            }
        });
        return changed;
    }
}
