package dev.primus.testkit.sim;

import dev.primus.core.NodeId;
import dev.primus.core.partition.TaskList;
import dev.primus.core.partition.TaskListName;
import dev.primus.core.spi.Catalogue;
import dev.primus.runtime.work.WorkerRun;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A1: at no instant do two workers say that they own a partition, as long as clocks keep what is assumed of them. A generation
 * belongs to one life of one worker, whatever clocks do; and a life never owns by a lower one than it did.
 */
final class OwnerCheck {
    private static final long LONGEST_LOOK = 1_200_000_000;

    private final SimCluster cluster;
    private final Map<String, Claim> claims = new HashMap<>();
    private final Map<String, NodeId> generations = new HashMap<>();
    private final Map<String, Long> highest = new HashMap<>();
    private final Map<SimProcess, Doubt> doubts = new HashMap<>();

    /** Which suspension it was, and until when nothing is asked after it. */
    private record Doubt(int times, long until) {}

    private record Claim(SimProcess process, WorkerRun worker, long generation) {}

    OwnerCheck(SimCluster cluster) {
        this.cluster = cluster;
    }

    /** Something has happened in a process: what does its worker own now? */
    void look(SimProcess process, WorkerRun worker, Catalogue catalogue) {
        NodeId life = worker.life();
        boolean heard = process.canBeAsked() && !isInDoubt(process);
        for (Catalogue.Entry entry : catalogue.lists()) {
            TaskListName list = entry.list().name();
            for (int partition = 0; partition < 16; partition++) {
                String key = list + "/" + partition;
                long generation = life == null ? 0 : worker.generation(list, partition);
                if (generation > 0 && life != null) {
                    owns(key, process, worker, life, generation, heard, list, partition);
                } else if (isBy(claims.get(key), process)) {
                    claims.remove(key);
                }
            }
        }
    }

    private static boolean isBy(@Nullable Claim claim, SimProcess process) {
        return claim != null && claim.process() == process;
    }

    /** After a machine was suspended a worker cannot know it before its thread has looked at the clocks. */
    private boolean isInDoubt(SimProcess process) {
        int times = process.doubted();
        Doubt known = doubts.get(process);
        if (times > 0 && (known == null || known.times() < times)) {
            known = new Doubt(times, cluster.world().now() + LONGEST_LOOK);
            doubts.put(process, known);
        }
        return known != null && cluster.world().now() < known.until();
    }

    private void owns(
            String key,
            SimProcess process,
            WorkerRun worker,
            NodeId life,
            long generation,
            boolean heard,
            TaskListName list,
            int partition) {
        NodeId first = generations.putIfAbsent(key + "@" + generation, life);
        if (first != null && !first.equals(life)) {
            violated("A3", "%s owns %s by generation %d, which was given to %s", life, key, generation, first);
        }
        long before = highest.merge(life + " " + key, generation, Math::max);
        if (before > generation) {
            violated("A3", "%s owns %s by generation %d after %d", life, key, generation, before);
        }
        Claim other = claims.get(key);
        boolean stands = other != null
                && other.process() != process
                && other.process().canBeAsked()
                && !isInDoubt(other.process())
                && other.worker().generation(list, partition) > 0;
        boolean hold = cluster.checks().assumptions().hold(cluster.world().now());
        if (other != null && stands && heard && hold) {
            violated(
                    "A1",
                    "the worker of %s (%d) and %s (%d) both own %s",
                    other.process(),
                    other.generation(),
                    life,
                    generation,
                    key);
        }
        if (other == null || generation >= other.generation() || other.process() == process || !stands) {
            claims.put(key, new Claim(process, worker, generation));
        }
    }

    private void violated(String property, String what, Object... details) {
        cluster.checks().findings().violated(property, what, details);
    }

    // ---- in the end ------------------------------------------------------------------------------------------------

    boolean isSharedOut(Map<SimProcess, WorkerRun> workers, Catalogue catalogue) {
        return missing(workers, catalogue).isEmpty();
    }

    void mustBeSharedOut(Map<SimProcess, WorkerRun> workers, Catalogue catalogue) {
        String missing = missing(workers, catalogue);
        if (!missing.isEmpty()) {
            violated("A6", "%s", missing);
        }
    }

    /** What is not as it should be; empty if all is. */
    private static String missing(Map<SimProcess, WorkerRun> workers, Catalogue catalogue) {
        for (Catalogue.Entry entry : catalogue.lists()) {
            TaskList list = entry.list();
            Map<String, Integer> counts = new LinkedHashMap<>();
            int owned = 0;
            for (Map.Entry<SimProcess, WorkerRun> each : workers.entrySet()) {
                if (!each.getKey().isDead()) {
                    int count = each.getValue().lots().of(list.name()).size();
                    counts.put(each.getKey().name(), count);
                    owned += count;
                }
            }
            int wanted = entry.active() ? list.partitions() : 0;
            int most =
                    counts.values().stream().mapToInt(Integer::intValue).max().orElse(0);
            int least =
                    counts.values().stream().mapToInt(Integer::intValue).min().orElse(0);
            if (owned != wanted || most - least > 1) {
                return "%s of %d partitions is shared out as %s".formatted(list.name(), wanted, counts);
            }
        }
        return "";
    }
}
