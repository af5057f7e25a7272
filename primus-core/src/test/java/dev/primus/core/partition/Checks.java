package dev.primus.core.partition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.NodeName;
import dev.primus.core.partition.Worker.Standing;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What must be true of plans, worked out anew and as simply as can be. */
final class Checks {
    private Checks() {}

    /** Whole, even in each list, with as few moves as that takes, and the moves lead to it. */
    static void isSound(Situation now, Plan plan) {
        List<Worker> active = active(now);
        int mustMove = 0;
        for (TaskList list : now.lists()) {
            TreeMap<Integer, NodeName> owners = owners(plan.target(), list.name());
            if (active.isEmpty()) {
                continue;
            }
            assertThat(owners.keySet())
                    .as("every partition of %s has a worker", list)
                    .hasSize(list.partitions());
            assertThat(owners.isEmpty() ? 0 : owners.lastKey()).isLessThan(Math.max(1, list.partitions()));
            mustMove += isEven(now, plan, list, active);
        }
        if (!active.isEmpty()) {
            assertThat(handedOver(plan) - movedWithReason(plan, Reason.SUM))
                    .as(() -> "moves that no list could do without: " + plan.preview() + now.present() + now.lists())
                    .isLessThanOrEqualTo(mustMove);
            // What was on its way and stays where it is moves nothing, which only makes it fewer.
            assertThat(handedOver(plan)).isGreaterThanOrEqualTo(anythingPromised(now) ? 0 : mustMove);
        }
        assertThat(now.present().after(plan.moves()).toString().lines().filter(line -> !line.contains("on its way")))
                .as(plan::preview)
                .containsExactlyElementsOf(plan.target().toString().lines().toList());
    }

    /** What a zone has of a list, and could have kept; without zones all are in one. */
    private static final class Zone {
        long capacity;
        long has;
        long floors;
        long mayKeepOneMore;
    }

    /** @return how many partitions of the list have to go to another active worker, whatever the plan */
    private static int isEven(Situation now, Plan plan, TaskList list, List<Worker> active) {
        long capacity = active.stream()
                .mapToLong(worker -> worker.capacity().hundredths())
                .sum();
        Map<Integer, NodeName> before = resolved(now, list);
        Map<String, Zone> zones = new TreeMap<>();
        long kept = 0;
        for (Worker worker : active) {
            long share = (long) list.partitions() * worker.capacity().hundredths();
            long floor = share / capacity;
            boolean whole = share % capacity == 0;
            long has = plan.target().held(list.name(), worker.name()).size();
            if (has < floor || has > floor + (whole ? 0 : 1)) {
                throw new AssertionError("%s has %d of %s\n%s".formatted(worker, has, list, plan.target()));
            }
            long had = before.values().stream().filter(worker.name()::equals).count();
            kept += Math.min(had, floor);
            Zone zone = zones.computeIfAbsent(now.settings().zones() ? worker.zone() : "", name -> new Zone());
            zone.capacity += worker.capacity().hundredths();
            zone.has += has;
            zone.floors += floor;
            zone.mayKeepOneMore += had > floor && !whole ? 1 : 0;
        }
        long left = list.partitions();
        long zonesThatMayKeepOneMore = 0;
        for (Zone zone : zones.values()) {
            long share = list.partitions() * zone.capacity;
            assertThat(zone.has).isBetween(share / capacity, (share + capacity - 1) / capacity);
            long more = share / capacity - zone.floors;
            left -= share / capacity;
            kept += Math.min(zone.mayKeepOneMore, more);
            zonesThatMayKeepOneMore += zone.mayKeepOneMore > more && share % capacity != 0 ? 1 : 0;
        }
        return list.partitions() - (int) (kept + Math.min(left, zonesThatMayKeepOneMore));
    }

    static void isTheSameInAnyOrder(Situation shuffled, Plan plan) {
        Plan other = Planner.plan(shuffled);
        assertThat(other.moves()).isEqualTo(plan.moves());
        assertThat(other.target()).isEqualTo(plan.target());
        assertThat(other.target().toString()).isEqualTo(plan.target().toString());
    }

    /** A plan for what a plan aimed at is empty. */
    static void isFinal(Situation reached, Plan plan) {
        Plan second = Planner.plan(reached);
        assertThat(second.moves())
                .as(() -> "second plan after " + plan.preview())
                .isEmpty();
        assertThat(second.target()).isEqualTo(plan.target());
    }

    static void joinMovesTheLeast(Situation now, Plan plan, NodeName newcomer) {
        int workers = active(now).size();
        int partitions = now.lists().stream().mapToInt(TaskList::partitions).sum();
        int gets = now.lists().stream()
                .mapToInt(list -> plan.target().held(list.name(), newcomer).size())
                .sum();
        if (isEqual(now) && !now.settings().zones()) {
            assertThat(plan.moves())
                    .as(plan::preview)
                    .allMatch(move -> newcomer.equals(move.to()) || move.reason() == Reason.SUM);
            assertThat(gets).isLessThanOrEqualTo((partitions + workers - 1) / workers);
        }
        if (now.lists().size() == 1 && isEqual(now) && !now.settings().zones()) {
            assertThat(plan.size()).as(plan::preview).isEqualTo(workers == 1 ? gets : partitions / workers);
        }
    }

    static void leaveMovesTheLeast(Situation before, Situation now, Plan plan, NodeName leaver) {
        int held = before.lists().stream()
                .mapToInt(list -> before.present().held(list.name(), leaver).size())
                .sum();
        if (!isEqual(now) || now.settings().zones()) {
            return;
        }
        assertThat(plan.size() - movedWithReason(plan, Reason.SUM))
                .as(plan::preview)
                .isEqualTo(held);
        assertThat(plan.moves())
                .as(plan::preview)
                .allMatch(move -> leaver.equals(move.from()) || move.reason() == Reason.SUM);
        if (now.lists().size() == 1) {
            assertThat(movedWithReason(plan, Reason.SUM)).isZero();
        }
    }

    static void sumsAreWithinTolerance(Situation now, Plan plan) {
        List<Worker> active = active(now);
        double partitions = now.lists().stream().mapToInt(TaskList::partitions).sum();
        double share = partitions / active.size();
        for (Worker worker : active) {
            int sum = now.lists().stream()
                    .mapToInt(list ->
                            plan.target().held(list.name(), worker.name()).size())
                    .sum();
            double tolerated = Math.max(1, share * now.settings().tolerance() / 100);
            assertThat(Math.abs(sum - share))
                    .as("%s\n%s", worker, plan.target())
                    .isLessThanOrEqualTo(tolerated + 1e-9);
        }
    }

    /** In steps of a few moves all gets where it was to go, and what nobody does comes first. */
    static void limitIsKept(Situation.Builder now, PlanSettings limited, Plan whole) {
        Plan plan = Planner.plan(now.settings(limited).build());
        int underWay = movedWithReason(plan, Reason.UNDER_WAY);
        Set<NodeName> living = now.build().workers().stream()
                .filter(worker -> worker.standing() != Worker.Standing.DEAD)
                .map(Worker::name)
                .collect(Collectors.toSet());
        int moving = plan.moves().stream()
                .filter(move -> move.reason() == Reason.UNDER_WAY || living.contains(move.from()))
                .mapToInt(Move::size)
                .sum();
        assertThat(moving).isLessThanOrEqualTo(Math.max(limited.movesInFlight(), underWay));
        assertThat(plan.waiting().isEmpty() || moving >= limited.movesInFlight())
                .isTrue();
        assertThat(plan.waiting()).allMatch(move -> living.contains(move.from()));
        assertThat(plan.target()).isEqualTo(whole.target());
        assertThat(plan.moves())
                .isSortedAccordingTo((one, other) -> one.reason().compareTo(other.reason()));
        assertThat(plan.waiting())
                .isSortedAccordingTo((one, other) -> one.reason().compareTo(other.reason()));
        assertThat(plan.size()).isEqualTo(whole.size());
        if (!anythingPromised(now.build())) {
            stepsLeadThere(now, plan, whole.size());
        }
    }

    /** Planned anew after each few moves, it ends, and no more moves than in one go but for the sum of all lists. */
    private static void stepsLeadThere(Situation.Builder now, Plan first, int expected) {
        Plan plan = first;
        int moved = 0;
        int rounds = 0;
        while (!plan.moves().isEmpty()) {
            moved += plan.moves().stream().mapToInt(Move::size).sum() - movedWithReason(plan, Reason.SUM);
            assertThat(moved).isLessThanOrEqualTo(expected);
            assertThat(rounds++).isLessThan(1_000);
            plan = Planner.plan(
                    now.present(now.build().present().after(plan.moves())).build());
        }
    }

    static int movedWithReason(Plan plan, Reason... reasons) {
        return plan.moves().stream()
                .filter(move -> List.of(reasons).contains(move.reason()))
                .mapToInt(Move::size)
                .sum();
    }

    private static int handedOver(Plan plan) {
        return plan.moves().stream()
                .filter(move -> move.to() != null && move.reason() != Reason.UNDER_WAY)
                .mapToInt(Move::size)
                .sum();
    }

    private static boolean anythingPromised(Situation now) {
        return now.present().toString().contains("on its way");
    }

    private static boolean isEqual(Situation now) {
        return now.workers().stream().map(Worker::capacity).distinct().count() <= 1
                && now.workers().stream().noneMatch(worker -> worker.standing() == Standing.DRAINING)
                && now.lists().stream().map(TaskList::weight).distinct().count() <= 1;
    }

    static List<Worker> active(Situation now) {
        return now.workers().stream()
                .filter(worker -> worker.standing() == Standing.ACTIVE)
                .toList();
    }

    static TreeMap<Integer, NodeName> owners(Assignment assignment, TaskListName list) {
        TreeMap<Integer, NodeName> owners = new TreeMap<>();
        for (NodeName worker : assignment.workers()) {
            assignment.held(list, worker).forEach(partition -> {
                if (owners.put(partition, worker) != null) {
                    throw new AssertionError("%s/%d has two workers".formatted(list, partition));
                }
            });
        }
        return owners;
    }

    /** Who has each partition, or will have what is on its way to an active worker; of several the first active one. */
    private static Map<Integer, NodeName> resolved(Situation now, TaskList list) {
        Map<Integer, NodeName> owners = new TreeMap<>();
        for (Worker worker : active(now)) {
            now.present()
                    .promised(list.name(), worker.name())
                    .forEach(partition -> owners.putIfAbsent(partition, worker.name()));
        }
        for (Worker worker : active(now)) {
            now.present()
                    .held(list.name(), worker.name())
                    .forEach(partition -> owners.putIfAbsent(partition, worker.name()));
        }
        owners.keySet().removeIf(partition -> partition >= list.partitions());
        return owners;
    }
}
