package dev.primus.core.partition;

import dev.primus.core.partition.Holding.Shares;
import dev.primus.core.partition.Worker.Standing;
import java.util.Arrays;

/**
 * Turns the numbers of a draft into partitions. Who has too many gives up those with the highest numbers, and what is loose
 * goes to those who have too few, in ascending order, so that neighbours mostly stay together.
 */
final class Recipients {
    private final Shares target;
    private final Loose matched;

    private Recipients(Shares target, Loose matched) {
        this.target = target;
        this.matched = matched;
    }

    static Recipients of(Crew crew, Draft draft) {
        Loose loose = draft.claims().loose();
        Shares kept = withoutSurplus(draft, loose);
        Shares needs = Shares.NONE;
        Loose matched = loose;
        if (loose.count() > 0) {
            int[] possible = draft.quota().isScanty() ? draft.more() : crew.active();
            Needs needy = Needs.of(draft, kept, possible);
            matched = loose.matched(needy);
            needs = matched.taken();
        }
        return new Recipients(kept.plus(needs).plus(draft.claims().pinned()), matched);
    }

    /** Nobody takes anything: who drains keeps what it has until there is somebody. */
    static Recipients none(Crew crew, Draft draft) {
        Loose loose = draft.claims().loose();
        Loose stays = loose.keptBy(owner -> owner != Claims.NOBODY && crew.standing(owner) == Standing.DRAINING);
        return new Recipients(stays.taken(), stays);
    }

    /** Who has what in the end. */
    Shares target() {
        return target;
    }

    /** What was loose, with who takes it. */
    Loose matched() {
        return matched;
    }

    private static Shares withoutSurplus(Draft draft, Loose loose) {
        Shares kept = draft.kept();
        Partitions[] left = kept.parts().clone();
        boolean changed = false;
        for (int i = 0; i < left.length; i++) {
            int surplus = left[i].size() - draft.target(kept.worker(i));
            if (surplus > 0) {
                loose.add(left[i].highest(surplus), kept.worker(i));
                left[i] = left[i].butHighest(surplus);
                changed = true;
            }
        }
        return changed ? new Shares(kept.workers(), left).withoutEmpty() : kept;
    }

    /** Who has too few, and how many are missing. */
    record Needs(int[] workers, int[] missing) {

        static Needs of(Draft draft, Shares kept, int[] possible) {
            int[] workers = new int[possible.length];
            int[] missing = new int[possible.length];
            int count = 0;
            for (int worker : possible) {
                int lacks = draft.target(worker) - kept.of(worker).size();
                if (lacks > 0) {
                    workers[count] = worker;
                    missing[count++] = lacks;
                }
            }
            return new Needs(Arrays.copyOf(workers, count), Arrays.copyOf(missing, count));
        }
    }
}
