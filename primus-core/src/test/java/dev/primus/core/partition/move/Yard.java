package dev.primus.core.partition.move;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.NodeId;
import dev.primus.core.NodeName;
import dev.primus.core.partition.Lots;
import dev.primus.core.partition.PlanSettings;
import dev.primus.core.partition.TaskList;
import dev.primus.core.partition.TaskListName;
import dev.primus.core.partition.Weight;
import dev.primus.core.partition.Worker;
import dev.primus.core.spi.Attendance;
import dev.primus.core.spi.Attendance.State;
import dev.primus.core.spi.Catalogue;
import dev.primus.core.spi.Orders;
import dev.primus.core.spi.Progress;
import dev.primus.core.spi.WorkerCard;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Workers, a coordinator and what is on record between them, on one clock that moves when told to. What a store would refuse is
 * refused here; what may be late is late when a test wants it to be.
 */
final class Yard {
    static final long LEASE = 10_000;
    static final long REIGN = 8_900;

    /** A worker, and what it knows. */
    final class Hand {
        final NodeId id;
        Shift shift = Shift.BEGUN;
        long stopBy;

        Hand(NodeId id) {
            this.id = id;
        }

        /** Renews its lease, says how far it is, and hears what is new. */
        boolean checksIn() {
            return checksIn(shift.progress(), now);
        }

        boolean checksIn(Progress told, long sentAt) {
            Entry entry = entries.get(id.name());
            if (entry == null || !entry.attendance.id().equals(id) || !entry.isAlive() || entry.expires <= now) {
                stopBy = 0;
                return false;
            }
            entry.expires = now + LEASE;
            entry.attendance = new Attendance(entry.attendance.card(), entry.attendance.state(), Duration.ZERO, told);
            stopBy = Math.max(stopBy, sentAt + REIGN);
            hears(orders.getOrDefault(id, Orders.none(id)));
            return true;
        }

        Shift.Change hears(Orders news) {
            Shift.Change change = shift.told(news);
            shift = change.after();
            return change;
        }

        void finishes() {
            shift = shift.finished(shift.finishing());
        }

        /** Lets go of what it was asked for, and says so. */
        void obeys() {
            checksIn();
            finishes();
            checksIn();
        }

        long generation(TaskListName list, int partition) {
            return now < stopBy ? shift.generation(list, partition) : 0;
        }

        boolean owns(String list, int partition) {
            return generation(new TaskListName(list), partition) > 0;
        }

        Lots has() {
            return now < stopBy ? shift.working().plus(shift.finishing()) : Lots.NONE;
        }
    }

    private static final class Entry {
        Attendance attendance;
        long expires;

        Entry(Attendance attendance, long expires) {
            this.attendance = attendance;
            this.expires = expires;
        }

        boolean isAlive() {
            return attendance.isAlive();
        }
    }

    long now = 1_000;
    long token;
    long revision;
    PlanSettings settings = PlanSettings.DEFAULT;
    final Map<NodeId, Orders> orders = new TreeMap<>();
    final Map<String, Hand> hands = new LinkedHashMap<>();
    final List<Hand> all = new ArrayList<>();
    private final Map<NodeName, Entry> entries = new TreeMap<>();
    private final Map<TaskListName, TaskList> lists = new TreeMap<>();
    private final List<Catalogue.Wish> wishes = new ArrayList<>();
    private final Map<String, Long> generations = new HashMap<>();
    private int lives;
    int moved;

    @Nullable
    Dispatcher dispatcher;

    void list(String name, int partitions) {
        lists.put(new TaskListName(name), TaskList.of(name, partitions));
    }

    void wish(String list, int partition, @Nullable String worker) {
        wishes.add(new Catalogue.Wish(new TaskListName(list), partition, worker == null ? null : new NodeName(worker)));
    }

    Catalogue catalogue() {
        return new Catalogue(
                1,
                lists.values().stream()
                        .map(list -> new Catalogue.Entry(list, true))
                        .toList(),
                wishes);
    }

    /** A new life of a worker, if its name is free. */
    @Nullable
    Hand enlists(String name) {
        NodeName key = new NodeName(name);
        Entry former = entries.get(key);
        if (former != null && former.isAlive() && former.expires > now) {
            return null;
        }
        Hand hand = new Hand(NodeId.of(name, "%04d".formatted(++lives)));
        WorkerCard card = new WorkerCard(hand.id, Weight.ONE, Worker.NO_ZONE, "");
        entries.put(key, new Entry(new Attendance(card, State.ACTIVE, Duration.ZERO, Progress.NONE), now + LEASE));
        hand.stopBy = now + REIGN;
        hands.put(name, hand);
        all.add(hand);
        return hand;
    }

    Hand hand(String name) {
        return Objects.requireNonNull(hands.get(name));
    }

    void state(String name, State state) {
        Entry entry = Objects.requireNonNull(entries.get(new NodeName(name)));
        entry.attendance = new Attendance(entry.attendance.card(), state, Duration.ZERO, entry.attendance.progress());
    }

    List<Attendance> attendance() {
        return entries.values().stream()
                .map(entry -> new Attendance(
                        entry.attendance.card(),
                        entry.attendance.state(),
                        Duration.ofMillis(entry.expires - now),
                        entry.attendance.progress()))
                .toList();
    }

    /** A new coordinator, which knows what is on record and nothing else. */
    Dispatcher muster() {
        token++;
        Dispatcher fresh = new Dispatcher(settings, revision, orders.values());
        dispatcher = fresh;
        return fresh;
    }

    /** Buries who is silent, and writes revisions until there is nothing more to write. */
    void round() {
        for (Entry entry : entries.values()) {
            if (entry.isAlive() && entry.expires <= now) {
                entry.attendance =
                        new Attendance(entry.attendance.card(), State.DEAD, Duration.ZERO, entry.attendance.progress());
            }
        }
        Dispatcher present = dispatcher == null ? muster() : dispatcher;
        for (int i = 0; i < 100; i++) {
            Draft draft = present.draft(attendance(), catalogue());
            if (draft.isEmpty()) {
                return;
            }
            assertThat(write(token, draft)).isTrue();
            present.written(draft);
        }
        throw new AssertionError("the plan never rests");
    }

    /** @return false if the term or the revision is not the present one */
    boolean write(long term, Draft draft) {
        if (term != token || draft.after() != revision) {
            return false;
        }
        revision = draft.revision();
        draft.struck().forEach(orders::remove);
        draft.changed().forEach(each -> orders.put(each.worker(), each));
        moved += draft.begun().stream()
                .mapToInt(dev.primus.core.partition.Move::size)
                .sum();
        return true;
    }

    /** Everybody does what it should until nothing changes any more. */
    void settle() {
        int quiet = 0;
        for (int i = 0; i < 100; i++) {
            long before = revision;
            round();
            hands.values().forEach(hand -> {
                if (hand.stopBy > now) {
                    hand.obeys();
                }
            });
            check();
            quiet = revision == before ? quiet + 1 : 0;
            if (quiet > 1) {
                return;
            }
        }
        throw new AssertionError("the plan never rests");
    }

    void pass(long millis) {
        now += millis;
    }

    /** A1: nobody has what another has; and each new owner has it by a higher generation than all before. */
    void check() {
        for (TaskList list : lists.values()) {
            for (int partition = 0; partition < list.partitions(); partition++) {
                String key = list.name() + "/" + partition;
                Hand owner = null;
                for (Hand hand : all) {
                    long generation = hand.generation(list.name(), partition);
                    if (generation > 0) {
                        assertThat(owner)
                                .as(
                                        "%s has %s by %d, and %s too",
                                        hand.id, key, generation, owner == null ? "" : owner.id)
                                .isNull();
                        owner = hand;
                        assertThat(generation).as(key).isGreaterThanOrEqualTo(generations.getOrDefault(key, 0L));
                        generations.put(key, generation);
                    }
                }
            }
        }
    }

    /** How many partitions of a list a worker has. */
    int count(String name, String list) {
        return hand(name).has().of(new TaskListName(list)).size();
    }
}
