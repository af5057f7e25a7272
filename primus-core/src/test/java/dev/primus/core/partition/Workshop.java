package dev.primus.core.partition;

import dev.primus.core.NodeName;
import dev.primus.core.partition.Worker.Standing;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;

/** Workers and lists that come, go and change by chance; each plan that is made is checked and then carried out. */
final class Workshop {
    private static final int MOST_WORKERS = 9;

    private final Random random;
    private final boolean equal;
    private final SortedMap<NodeName, Worker> workers = new TreeMap<>();
    private final SortedMap<TaskListName, TaskList> lists = new TreeMap<>();
    private PlanSettings settings = PlanSettings.DEFAULT;
    private Assignment present = Assignment.NONE;
    private int named;
    private int movedForTheSum;
    private int planned;

    /** @param equal whether all workers have the same capacity and all lists the same weight */
    Workshop(long seed, int lists, boolean equal) {
        this.random = new Random(seed);
        this.equal = equal;
        for (int i = 0; i < lists; i++) {
            add(TaskList.of("list-" + i, random.nextInt(lists > 3 ? 8 : 40)));
        }
        for (int i = random.nextInt(4); i >= 0; i--) {
            hire();
        }
    }

    Workshop withZones() {
        settings = settings.withZones(true);
        return this;
    }

    /** How many partitions were moved for the sum of all lists only. */
    int movedForTheSum() {
        return movedForTheSum;
    }

    int planned() {
        return planned;
    }

    void run(int steps) {
        plan();
        for (int i = 0; i < steps; i++) {
            step();
        }
    }

    private void step() {
        switch (random.nextInt(equal ? 8 : 10)) {
            case 0, 1 -> joinOfOne();
            case 2, 3 -> leaveOfOne();
            case 4 -> change(Standing.DRAINING);
            case 5 -> change(Standing.ACTIVE);
            case 6 -> resize();
            case 7 -> confuse();
            case 8 -> pick(workers).ifPresent(worker -> put(worker.withCapacity(capacity())));
            default -> pick(lists).ifPresent(list -> add(list.withWeight(1 + random.nextInt(3))));
        }
        plan();
    }

    private void joinOfOne() {
        if (workers.size() >= MOST_WORKERS) {
            return;
        }
        plan();
        Worker newcomer = hire();
        Plan plan = Planner.plan(situation().build());
        Checks.joinMovesTheLeast(situation().build(), plan, newcomer.name());
        carryOut(plan);
    }

    private void leaveOfOne() {
        pick(workers).ifPresent(worker -> {
            plan();
            Situation before = situation().build();
            if (random.nextBoolean()) {
                workers.remove(worker.name());
            } else {
                put(worker.with(Standing.DEAD));
            }
            Plan plan = Planner.plan(situation().build());
            Checks.leaveMovesTheLeast(before, situation().build(), plan, worker.name());
            carryOut(plan);
        });
    }

    private void change(Standing standing) {
        pick(workers).ifPresent(worker -> put(worker.with(standing)));
    }

    private void resize() {
        pick(lists).ifPresent(list -> {
            int partitions = Math.max(0, list.partitions() + random.nextInt(21) - 10);
            add(new TaskList(list.name(), partitions, list.weight()));
        });
    }

    /** What a store may say after coordinators came and went: a partition twice, or not at all, or on its way. */
    private void confuse() {
        Assignment.Builder confused = Assignment.builder();
        for (TaskListName list : present.lists()) {
            for (NodeName worker : present.workers()) {
                present.held(list, worker).forEach(partition -> {
                    int fate = random.nextInt(20);
                    if (fate != 0) {
                        confused.held(list, Partitions.of(partition), worker);
                    }
                    pick(workers)
                            .filter(other -> fate == 1)
                            .ifPresent(other -> confused.held(list, Partitions.of(partition), other.name()));
                    pick(workers)
                            .filter(other -> fate == 2)
                            .ifPresent(other -> confused.promised(list, Partitions.of(partition), other.name()));
                });
            }
        }
        present = confused.build();
    }

    /** Makes a plan, checks it in every way that holds for all plans, and carries it out in steps of some size. */
    private void plan() {
        Situation now = situation().build();
        Plan plan = Planner.plan(now);
        Checks.isSound(now, plan);
        Checks.isTheSameInAnyOrder(shuffled(), plan);
        Checks.isFinal(situation().present(plan.target()).build(), plan);
        if (equal && !settings.zones()) {
            Checks.sumsAreWithinTolerance(now, plan);
        }
        if (random.nextInt(4) == 0) {
            Checks.limitIsKept(situation(), settings.withMovesInFlight(1 + random.nextInt(5)), plan);
        }
        carryOut(plan);
    }

    private void carryOut(Plan plan) {
        planned++;
        movedForTheSum += plan.moves().stream()
                .filter(move -> move.reason() == Reason.SUM)
                .mapToInt(Move::size)
                .sum();
        present = plan.target();
    }

    private Situation.Builder situation() {
        return Situation.builder()
                .workers(workers.values())
                .lists(lists.values())
                .present(present)
                .settings(settings);
    }

    private Situation shuffled() {
        List<Worker> someWorkers = new ArrayList<>(workers.values());
        List<TaskList> someLists = new ArrayList<>(lists.values());
        Collections.shuffle(someWorkers, random);
        Collections.shuffle(someLists, random);
        return Situation.builder()
                .workers(someWorkers)
                .lists(someLists)
                .present(toldInAnotherOrder())
                .settings(settings)
                .build();
    }

    private Assignment toldInAnotherOrder() {
        List<Runnable> told = new ArrayList<>();
        Assignment.Builder again = Assignment.builder();
        for (TaskListName list : present.lists()) {
            for (NodeName worker : present.workers()) {
                told.add(() -> present.promised(list, worker)
                        .forEach(partition -> again.promised(list, Partitions.of(partition), worker)));
                present.held(list, worker)
                        .forEach(partition -> told.add(() -> again.held(list, Partitions.of(partition), worker)));
            }
        }
        Collections.shuffle(told, random);
        told.forEach(Runnable::run);
        return again.build();
    }

    private Worker hire() {
        Worker worker = Worker.active("w-" + (named++ * 7 % 1000)).inZone("zone-" + random.nextInt(3));
        return put(equal ? worker : worker.withCapacity(capacity()));
    }

    private double capacity() {
        return (1 + random.nextInt(6)) / 2.0;
    }

    private Worker put(Worker worker) {
        workers.put(worker.name(), worker);
        return worker;
    }

    private void add(TaskList list) {
        lists.put(list.name(), list);
    }

    private <T> Optional<T> pick(Map<?, T> from) {
        return from.isEmpty()
                ? Optional.empty()
                : Optional.of(List.copyOf(from.values()).get(random.nextInt(from.size())));
    }
}
