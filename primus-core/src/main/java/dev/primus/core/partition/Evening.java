package dev.primus.core.partition;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * Evens out what workers have of all lists together, by letting two of them change places in a list: one had one more than
 * its floor there, now the other has. So no list becomes uneven by it.
 *
 * <p>What is given to somebody in this plan anyway can as well be given to another. What somebody has already is only moved
 * if a sum is further off than is tolerated: every such move takes a partition from a worker that does its work.
 */
final class Evening {
    private final Crew crew;
    private final Sums sums;
    private final List<Draft> drafts;
    private final int tolerance;
    private final long lightest;
    private final ListsByWorker haveMore;

    Evening(Crew crew, Sums sums, List<Draft> drafts, int tolerance) {
        this.crew = crew;
        this.sums = sums;
        this.drafts = drafts;
        this.tolerance = tolerance;
        this.haveMore = new ListsByWorker(crew.size());
        this.lightest = drafts.stream().mapToLong(Draft::weight).min().orElse(1) * crew.capacity();
    }

    /** Until nothing can be made better; each change makes the sums more even, so this ends. */
    void even() {
        if (!isAnybodyOff()) {
            return;
        }
        for (int i = 0; i < drafts.size(); i++) {
            for (int worker : drafts.get(i).more()) {
                haveMore.add(worker, i);
            }
        }
        boolean changed = true;
        while (changed) {
            changed = false;
            for (int worker : crew.active()) {
                changed |= passOnWhatIsNew(worker);
            }
            for (int worker : crew.active()) {
                changed |= isFarBelow(worker) && fill(worker);
                changed |= isFarAbove(worker) && relieve(worker);
            }
        }
    }

    private boolean isAnybodyOff() {
        for (int worker : crew.active()) {
            if (Math.abs(sums.deficit(worker)) >= lightest) {
                return true;
            }
        }
        return false;
    }

    private boolean isFarBelow(int worker) {
        return sums.deficit(worker) > tolerated(worker);
    }

    private boolean isFarAbove(int worker) {
        return -sums.deficit(worker) > tolerated(worker);
    }

    private long tolerated(int worker) {
        return Math.max(lightest, sums.share(worker) * tolerance / 100);
    }

    private boolean passOnWhatIsNew(int giver) {
        boolean any = false;
        int zone = crew.zone(giver);
        int[] taker = new int[1];
        for (int i = 0; i < haveMore.count(giver) && isWorthIt(giver); i++) {
            int list = haveMore.get(giver, i);
            Draft draft = drafts.get(list);
            if (draft.hasMore(giver) && draft.isNewcomer(giver)) {
                int found = sums.neediest(zone, 1, worker -> mayTake(draft, worker), taker);
                if (found > 0 && isBetterAt(draft, giver, taker[0])) {
                    shift(list, giver, taker[0]);
                    any = true;
                }
            }
        }
        return any;
    }

    private boolean isWorthIt(int giver) {
        return sums.deficit(giver) < 0 && sums.greatestDeficit(crew.zone(giver)) - sums.deficit(giver) > lightest;
    }

    /** Until it has its share, to the partition; from those who have most, as long as they have more than theirs. */
    private boolean fill(int taker) {
        boolean any = false;
        BitSet tried = new BitSet();
        while (sums.deficit(taker) >= lightest) {
            int giver = mostLaden(tried);
            if (giver < 0) {
                return any;
            }
            if (change(giver, taker)) {
                any = true;
            } else {
                tried.set(giver);
            }
        }
        return any;
    }

    private boolean relieve(int giver) {
        boolean any = false;
        BitSet tried = new BitSet();
        while (-sums.deficit(giver) >= lightest) {
            int taker = neediest(tried);
            if (taker < 0) {
                return any;
            }
            if (change(giver, taker)) {
                any = true;
            } else {
                tried.set(taker);
            }
        }
        return any;
    }

    private int mostLaden(BitSet tried) {
        int found = -1;
        for (int worker : crew.active()) {
            boolean possible = !tried.get(worker) && sums.deficit(worker) < 0;
            if (possible && (found < 0 || sums.isNeedier(found, worker))) {
                found = worker;
            }
        }
        return found;
    }

    private int neediest(BitSet tried) {
        int found = -1;
        for (int worker : crew.active()) {
            boolean possible = !tried.get(worker) && sums.deficit(worker) > 0;
            if (possible && (found < 0 || sums.isNeedier(worker, found))) {
                found = worker;
            }
        }
        return found;
    }

    /** In the first list where they can. */
    private boolean change(int giver, int taker) {
        for (int i = 0; i < haveMore.count(giver); i++) {
            int list = haveMore.get(giver, i);
            if (canChange(drafts.get(list), giver, taker)) {
                shift(list, giver, taker);
                return true;
            }
        }
        return false;
    }

    private boolean canChange(Draft draft, int giver, int taker) {
        return draft.hasMore(giver)
                && mayTake(draft, taker)
                && isBetterAt(draft, giver, taker)
                && zonesAllow(draft, giver, taker);
    }

    private static boolean mayTake(Draft draft, int worker) {
        return draft.quota().mayHaveMore(worker) && !draft.hasMore(worker);
    }

    private boolean isBetterAt(Draft draft, int giver, int taker) {
        return sums.deficit(taker) - sums.deficit(giver) > draft.weight() * crew.capacity();
    }

    private boolean zonesAllow(Draft draft, int giver, int taker) {
        int from = crew.zone(giver);
        int to = crew.zone(taker);
        if (from == to) {
            return true;
        }
        int inFrom = 0;
        int inTo = 0;
        for (int worker : draft.more()) {
            inFrom += crew.zone(worker) == from ? 1 : 0;
            inTo += crew.zone(worker) == to ? 1 : 0;
        }
        Quota quota = draft.quota();
        return inFrom > quota.atLeast(from) && inTo == quota.atLeast(to) && quota.isOpen(to);
    }

    private void shift(int list, int giver, int taker) {
        Draft draft = drafts.get(list);
        draft.shift(giver, taker);
        sums.add(giver, -draft.weight());
        sums.add(taker, draft.weight());
        haveMore.add(taker, list);
    }

    /** For each worker the lists in which it has one more, or had at some time. */
    private static final class ListsByWorker {
        private final int[][] lists;
        private final int[] counts;

        ListsByWorker(int workers) {
            lists = new int[workers][0];
            counts = new int[workers];
        }

        void add(int worker, int list) {
            if (counts[worker] == lists[worker].length) {
                lists[worker] = Arrays.copyOf(lists[worker], Math.max(8, 2 * counts[worker]));
            }
            lists[worker][counts[worker]++] = list;
        }

        int count(int worker) {
            return counts[worker];
        }

        int get(int worker, int i) {
            return lists[worker][i];
        }
    }
}
