package dev.primus.testkit.sim;

import dev.primus.ElectionBuilder;
import dev.primus.core.NodeName;
import dev.primus.core.partition.Lot;
import dev.primus.core.partition.PlanSettings;
import dev.primus.core.partition.TaskList;
import dev.primus.core.partition.TaskListName;
import dev.primus.core.partition.Weight;
import dev.primus.core.partition.Worker;
import dev.primus.core.spi.Catalogue;
import dev.primus.runtime.work.WorkerRun;
import dev.primus.runtime.work.WorkerSettings;
import dev.primus.worker.Allocator;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A worker in every process, and the coordinator's duty that shares lists out over them. People resize lists, pin partitions
 * and drain workers meanwhile; a worker takes its time to let go.
 */
final class SimGang {
    private static final Duration STEP = Duration.ofSeconds(1);

    /** So long is a storm at least, with the calm after it. */
    private static final int LEASES = 22;

    private final Schedule schedule;
    private final SimCluster cluster;
    private final Chance chance;
    private final SimWorkStore store;
    private final OwnerCheck owners;
    private final Map<SimProcess, WorkerRun> workers = new LinkedHashMap<>();
    private final PlanSettings settings;
    private final long slowness;
    private final Set<SimProcess> leavers = new HashSet<>();
    private long version;
    private int begun;
    private boolean calm;

    SimGang(Schedule schedule, SimCluster cluster, WorkRules rules) {
        this.schedule = schedule;
        this.cluster = cluster;
        this.chance = new Chance(schedule.seed()).split("gang");
        this.store = new SimWorkStore(cluster.store(), rules);
        this.owners = new OwnerCheck(cluster);
        this.settings = PlanSettings.DEFAULT.withMovesInFlight(
                chance.oneOf(List.of(PlanSettings.UNLIMITED, PlanSettings.UNLIMITED, 1, 3)));
        this.slowness =
                chance.oneOf(List.of(0L, 10_000_000L, schedule.timing().lease().toNanos() / 2));
        redefine(List.of());
        cluster.readAlong(process -> {
            WorkerRun worker = workers.get(process);
            if (worker != null) {
                owners.look(process, worker, store.catalogue());
            }
        });
        if (!schedule.isQuiet()) {
            meddleAfter(schedule.timing().lease().toNanos() * 3);
        }
    }

    /** As for leases; but a store that forgets what it has confirmed is beyond what is promised about work. */
    static Schedule draw(long seed, Duration length) {
        Duration least = Swarm.draw(seed, length).timing().lease().multipliedBy(LEASES);
        Schedule drawn = Swarm.draw(seed, length.compareTo(least) < 0 ? least : length);
        List<Fault> kept = drawn.faults().stream()
                .filter(fault -> !(fault instanceof StoreFault.Restore || fault instanceof StoreFault.LossyFailover))
                .toList();
        return new Schedule(
                drawn.seed(),
                drawn.nodes(),
                1,
                drawn.timing().withStrictClock(false),
                drawn.hints(),
                drawn.lag(),
                drawn.weather(),
                drawn.rates(),
                drawn.broken(),
                DutyStyle.NONE,
                null,
                drawn.storm(),
                drawn.length(),
                kept);
    }

    // ---- who takes part --------------------------------------------------------------------------------------------

    void coordinate(ElectionBuilder builder, SimProcess process) {
        SimTrip trip = trip(process);
        builder.duty("partitions", Allocator.over(store.forCoordinator(trip)).settings(settings));
    }

    private SimTrip trip(SimProcess process) {
        return new SimTrip(process, cluster.store(), schedule.timing().ioTimeout());
    }

    void begin(SimProcess process) {
        if (workers.containsKey(process)) {
            return;
        }
        WorkerSettings told = new WorkerSettings(
                new NodeName(process.name()),
                Weight.ONE,
                Worker.NO_ZONE,
                "",
                schedule.timing(),
                lot -> {},
                lot -> finish(process, lot),
                lot -> {});
        SimStage stage = process.anotherStage(chance.split("worker-" + process + "-" + begun++));
        WorkerRun worker = new WorkerRun(told, store.forWorker(trip(process)), stage);
        workers.keySet().removeIf(SimProcess::isDead);
        workers.put(process, worker);
        worker.begin();
    }

    private void finish(SimProcess process, Lot lot) {
        if (slowness > 0 && lot.size() > 0) {
            process.restStubbornly(Duration.ofNanos(1 + chance.around(calm ? 10_000_000L : slowness)));
        }
    }

    // ---- what people do --------------------------------------------------------------------------------------------

    private void meddleAfter(long mean) {
        cluster.world().at(cluster.world().now() + 1 + chance.around(mean), () -> {
            if (!calm) {
                meddle();
                meddleAfter(mean);
            }
        });
    }

    private void meddle() {
        switch (chance.below(4)) {
            case 3 -> replace();
            case 0 -> store.drain(anyone(), chance.happens(0.5));
            case 1 -> redefine(List.of());
            default ->
                redefine(List.of(new Catalogue.Wish(
                        new TaskListName("jobs"), chance.below(4), chance.happens(0.7) ? anyone() : null)));
        }
    }

    /** A worker leaves, and a while later another of its name begins in the same process. */
    private void replace() {
        List<SimProcess> all = List.copyOf(workers.keySet());
        if (all.isEmpty()) {
            return;
        }
        SimProcess process = chance.oneOf(all);
        WorkerRun leaving = workers.get(process);
        if (leaving != null && !process.isDead() && leavers.add(process)) {
            process.asks(leaving.leave());
            long lease = schedule.timing().lease().toNanos();
            process.at(cluster.world().now() + lease / 2 + chance.around(lease / 2), () -> {
                leavers.remove(process);
                workers.remove(process);
                begin(process);
            });
        }
    }

    private NodeName anyone() {
        return new NodeName(
                cluster.machines().get(chance.below(schedule.nodes())).name());
    }

    private void redefine(List<Catalogue.Wish> wishes) {
        List<Catalogue.Entry> lists = new ArrayList<>();
        lists.add(new Catalogue.Entry(TaskList.of("jobs", 1 + chance.below(12)), true));
        lists.add(new Catalogue.Entry(TaskList.of("billing/mails", chance.below(5)), chance.happens(0.8)));
        store.catalogue(new Catalogue(++version, lists, wishes));
    }

    /** From now on nobody meddles, and everybody works. */
    void calm() {
        calm = true;
        redefine(List.of());
        cluster.machines().forEach(machine -> store.drain(new NodeName(machine.name()), false));
    }

    // ---- what must be ----------------------------------------------------------------------------------------------

    /** A6: after the storm every partition has a worker, and all have about as many. */
    void mustHaveSharedOut() {
        long until = cluster.world().now()
                + schedule.timing().lease().multipliedBy(4).toNanos();
        while (!owners.isSharedOut(workers, store.catalogue())
                && cluster.world().now() < until) {
            cluster.advance(STEP);
        }
        owners.mustBeSharedOut(workers, store.catalogue());
    }
}
