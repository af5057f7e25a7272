package dev.primus.core.partition.move;

import dev.primus.core.NodeId;
import dev.primus.core.NodeName;
import dev.primus.core.partition.Assignment;
import dev.primus.core.partition.Lots;
import dev.primus.core.partition.Move;
import dev.primus.core.partition.Partitions;
import dev.primus.core.partition.Plan;
import dev.primus.core.partition.PlanSettings;
import dev.primus.core.partition.Planner;
import dev.primus.core.partition.Reason;
import dev.primus.core.partition.Situation;
import dev.primus.core.partition.TaskListName;
import dev.primus.core.partition.Worker;
import dev.primus.core.spi.Attendance;
import dev.primus.core.spi.Catalogue;
import dev.primus.core.spi.Orders;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The coordinator's side of moves. A partition is given to a worker only when nobody has it: its former worker was asked and
 * said that it has let go, or that worker's life is over. What was asked for is never left where it is: it comes back, and is
 * given anew by a higher generation. So what is on record is all that a successor needs, and it goes on from there.
 *
 * <p>Knows what is on record by what it was told at the beginning and has written since; whoever is not sure whether a
 * revision was written begins anew with another one. Belongs to one thread.
 */
public final class Dispatcher {
    private final PlanSettings settings;
    private final Map<NodeId, Orders> orders = new TreeMap<>();
    private final Map<TaskListName, Map<NodeName, Partitions>> promises = new TreeMap<>();
    private long revision;

    /** @param known all orders that are on record, at that revision */
    public Dispatcher(PlanSettings settings, long revision, Collection<Orders> known) {
        this.settings = settings;
        this.revision = revision;
        known.forEach(each -> orders.put(each.worker(), each));
    }

    public long revision() {
        return revision;
    }

    public Collection<Orders> orders() {
        return List.copyOf(orders.values());
    }

    /** Whether somebody was asked for something and has not let go yet. */
    public boolean isMoving() {
        return orders.values().stream().anyMatch(each -> !each.asked().isEmpty());
    }

    /** What should be on record next, by who is there and what work there is; empty if all is as it should be. */
    public Draft draft(Collection<Attendance> present, Catalogue catalogue) {
        Inventory inventory = new Inventory(revision + 1, orders, present);
        Plan plan = Planner.plan(situation(inventory, present, catalogue));
        promises.clear();
        plan.moves().forEach(move -> carryOut(inventory, move));
        inventory
                .claims()
                .forEach((worker, lots) -> lots.lists()
                        .forEach(list ->
                                inventory.giveBack(worker, list, plan.target().held(list, worker))));
        int waiting = plan.waiting().stream().mapToInt(Move::size).sum();
        List<Move> begun = plan.moves().stream()
                .filter(move -> move.reason() != Reason.UNDER_WAY)
                .toList();
        return new Draft(revision, inventory.changed(), inventory.struck(), begun, waiting);
    }

    /** What would move if nothing more happened, and why. */
    public Plan preview(Collection<Attendance> present, Catalogue catalogue) {
        return Planner.plan(situation(new Inventory(revision + 1, orders, present), present, catalogue));
    }

    /** It is on record. */
    public void written(Draft draft) {
        revision = draft.revision();
        draft.struck().forEach(orders::remove);
        draft.changed().forEach(each -> orders.put(each.worker(), each));
    }

    private void carryOut(Inventory inventory, Move move) {
        Partitions moved = Partitions.of(move.first(), move.last());
        TaskListName list = move.list();
        NodeName from = move.from();
        Partitions free = from == null ? moved : inventory.takeFrom(from, list, moved);
        NodeName to = move.to();
        if (to != null) {
            Partitions later = moved.minus(inventory.giveTo(to, list, free));
            if (!later.isEmpty()) {
                promises.computeIfAbsent(list, any -> new TreeMap<>()).merge(to, later, Partitions::plus);
            }
        }
    }

    // ---- what the planner is told ----------------------------------------------------------------------------------

    private Situation situation(Inventory inventory, Collection<Attendance> present, Catalogue catalogue) {
        Map<NodeName, Worker> workers = workers(inventory, present);
        Situation.Builder situation =
                Situation.builder().settings(settings).workers(workers.values()).present(presently(inventory, workers));
        Map<TaskListName, Integer> sizes = new TreeMap<>();
        for (Catalogue.Entry entry : catalogue.lists()) {
            if (entry.active()) {
                situation.list(entry.list());
                sizes.put(entry.list().name(), entry.list().partitions());
            }
        }
        for (Catalogue.Wish wish : catalogue.wishes()) {
            NodeName worker = wish.worker();
            if (wish.partition() >= sizes.getOrDefault(wish.list(), 0)) {
                continue; // There is no such partition at present.
            }
            if (worker == null) {
                situation.exclude(wish.list(), wish.partition());
            } else if (workers.containsKey(worker)) {
                situation.pin(wish.list(), wish.partition(), worker);
            }
        }
        return situation.build();
    }

    /** A name has one life that counts: the one that lives, or else any. */
    private static Map<NodeName, Worker> workers(Inventory inventory, Collection<Attendance> present) {
        Map<NodeName, Worker> workers = new TreeMap<>();
        inventory
                .claims()
                .keySet()
                .forEach(name -> workers.put(name, Worker.active(name.value()).with(Worker.Standing.DEAD)));
        for (Attendance worker : present) {
            NodeName name = worker.id().name();
            if (worker.isAlive()) {
                Worker.Standing standing =
                        worker.state() == Attendance.State.DRAINING ? Worker.Standing.DRAINING : Worker.Standing.ACTIVE;
                workers.put(
                        name,
                        new Worker(name, worker.card().capacity(), worker.card().zone(), standing));
            }
        }
        return workers;
    }

    private Assignment presently(Inventory inventory, Map<NodeName, Worker> workers) {
        Assignment.Builder present = Assignment.builder();
        inventory.claims().forEach((worker, lots) -> claimed(present, worker, lots));
        promises.forEach((list, byWorker) -> byWorker.forEach((worker, some) -> {
            Partitions open = inventory.loose(list, some);
            if (workers.containsKey(worker) && !open.isEmpty()) {
                present.promised(list, open, worker);
            }
        }));
        return present.build();
    }

    private static void claimed(Assignment.Builder present, NodeName worker, Lots lots) {
        lots.lists().forEach(list -> present.held(list, lots.of(list), worker));
    }
}
