package dev.primus.server.view;

import dev.primus.core.NodeName;
import dev.primus.core.partition.Lots;
import dev.primus.core.partition.Partitions;
import dev.primus.core.partition.TaskListName;
import dev.primus.core.spi.Attendance;
import dev.primus.core.spi.Catalogue;
import dev.primus.core.spi.Orders;
import dev.primus.core.spi.WorkBooks.Snapshot;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Who has which partitions of one list, and in which state each of them is.
 *
 * @param shares of each worker that has something, or could
 */
public record Occupancy(Catalogue.Entry entry, SortedMap<NodeName, Share> shares) {

    /**
     * What one worker has.
     *
     * @param assigned it works on them
     * @param requested it was asked to let go, and has not heard it yet
     * @param pending it finishes them, and then lets go
     */
    public record Share(Attendance worker, Partitions assigned, Partitions requested, Partitions pending) {
        public Partitions all() {
            return assigned.plus(leaving());
        }

        public Partitions leaving() {
            return requested.plus(pending);
        }
    }

    public static Occupancy of(Snapshot snapshot, Catalogue.Entry entry) {
        TaskListName list = entry.list().name();
        Map<NodeName, Orders> orders = new HashMap<>();
        Map<NodeName, Attendance> alive = new TreeMap<>();
        snapshot.workers().stream()
                .filter(Attendance::isAlive)
                .forEach(worker -> alive.put(worker.id().name(), worker));
        // The orders of a life that is over bind nobody.
        snapshot.orders().stream()
                .filter(each -> isOf(alive.get(each.worker().name()), each))
                .forEach(each -> orders.put(each.worker().name(), each));
        SortedMap<NodeName, Share> shares = new TreeMap<>();
        alive.forEach((name, worker) ->
                shares.put(name, share(worker, orders.getOrDefault(name, Orders.none(worker.id())), list)));
        return new Occupancy(entry, shares);
    }

    private static boolean isOf(@Nullable Attendance worker, Orders orders) {
        return worker != null && worker.id().equals(orders.worker());
    }

    /** Whoever has seen the latest orders and is not finishing what they ask for has let it go. */
    private static Share share(Attendance worker, Orders orders, TaskListName list) {
        boolean heard = worker.progress().seen() >= orders.revision();
        Lots finishing = orders.asked().and(worker.progress().finishing());
        return new Share(
                worker,
                orders.held().of(list),
                heard ? Partitions.NONE : orders.asked().of(list),
                heard ? finishing.of(list) : Partitions.NONE);
    }

    public int partitions() {
        return entry.list().partitions();
    }

    public int assigned() {
        return shares.values().stream()
                .mapToInt(share -> within(share.assigned()))
                .sum();
    }

    public int requested() {
        return shares.values().stream()
                .mapToInt(share -> within(share.requested()))
                .sum();
    }

    public int pending() {
        return shares.values().stream()
                .mapToInt(share -> within(share.pending()))
                .sum();
    }

    /** How many nobody has. */
    public int unassigned() {
        return partitions() - assigned() - requested() - pending();
    }

    /** How many are held though the list has become shorter. */
    public int beyond() {
        return shares.values().stream()
                .mapToInt(share -> share.all().size() - within(share.all()))
                .sum();
    }

    private int within(Partitions some) {
        return partitions() == 0
                ? 0
                : some.and(Partitions.of(0, partitions() - 1)).size();
    }
}
