package dev.primus.core.partition;

import dev.primus.core.NodeName;
import dev.primus.core.partition.Holding.Shares;
import java.util.SortedMap;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/**
 * What is held of one list, seen by what a plan can do with it: what active workers keep, what is loose, and what is set
 * apart because it is pinned. Most lists hold no surprises and are read piece by piece. Where partitions are claimed twice,
 * on their way, pinned, excluded or no more, each partition is looked at by itself.
 */
interface Claims {
    /** Owner of what nobody has. */
    int NOBODY = -1;

    static Claims of(Crew crew, TaskList list, Holding present, Situation situation) {
        SortedMap<Integer, NodeName> pins = situation.pins(list.name());
        SortedSet<Integer> exclusions = situation.exclusions(list.name());
        boolean surprises = present.isContested()
                || present.promised().count() > 0
                || present.end() > list.partitions()
                || !pins.isEmpty()
                || !exclusions.isEmpty();
        return surprises
                ? new TangledClaims(crew, list.partitions(), present, pins, exclusions)
                : new PlainClaims(crew, list.partitions(), present);
    }

    Crew crew();

    /** How many partitions somebody is to have, pinned or not. */
    int partitions();

    /** How many are pinned to each worker; null if none are. */
    int @Nullable [] pins();

    /** What each active worker has and may keep, or is promised; without what is pinned. */
    Shares kept();

    /** What no active worker keeps, with its present owner. */
    Loose loose();

    /** Pinned partitions, at their workers. */
    Shares pinned();

    /**
     * Writes down what has to move.
     *
     * @param target who has what in the end
     * @param matched what was loose, with who takes it
     */
    void tell(Draft draft, Shares target, Loose matched, Ledger ledger);

    /** What those have who do not keep it. */
    static Loose strays(Crew crew, Shares held) {
        Loose loose = new Loose();
        for (int i = 0; i < held.count(); i++) {
            if (!crew.isActive(held.worker(i))) {
                loose.add(held.part(i), held.worker(i));
            }
        }
        return loose;
    }

    static Shares ofActive(Crew crew, Shares held) {
        return held.where(i -> crew.isActive(held.worker(i)));
    }
}
