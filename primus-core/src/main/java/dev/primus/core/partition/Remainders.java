package dev.primus.core.partition;

import dev.primus.core.partition.Holding.Shares;
import java.util.Arrays;

/**
 * Decides, list by list, who has one more than its share rounded down. Whoever has it keeps it, as long as there are no more
 * of them than there may be: every one of them that had to give it up would be a move too many. Only what is left to choose
 * is decided by need, that is by what each has of all lists together.
 */
final class Remainders {
    private final Crew crew;
    private final Sums sums;
    private final boolean[] isKeeper;
    private final int[] keepers;
    private final int[] found;

    Remainders(Crew crew, Sums sums) {
        this.crew = crew;
        this.sums = sums;
        this.isKeeper = new boolean[crew.size()];
        this.keepers = new int[crew.active().length];
        this.found = new int[crew.active().length];
    }

    /** What they have if all keep what they may. */
    void expect(Draft draft) {
        Quota quota = draft.quota();
        Shares pinned = draft.claims().pinned();
        for (int i = 0; i < pinned.count(); i++) {
            sums.expect(pinned.worker(i), draft.weight() * pinned.part(i).size());
        }
        if (!quota.isScanty()) {
            for (int worker : crew.active()) {
                sums.expect(worker, draft.weight() * quota.floor(worker));
            }
        }
        int count = findKeepers(draft);
        for (int i = 0; i < count; i++) {
            sums.expect(keepers[i], draft.weight());
        }
    }

    void settle(Draft draft) {
        int count = findKeepers(draft);
        int[] kept = new int[crew.zones()];
        for (int i = 0; i < count; i++) {
            kept[crew.zone(keepers[i])]++;
            isKeeper[keepers[i]] = true;
        }
        int[] wanted = wanted(draft.quota(), kept);
        for (int zone = 0; zone < wanted.length; zone++) {
            if (kept[zone] > wanted[zone]) {
                dismiss(draft, zone, count, kept[zone] - wanted[zone]);
            } else if (kept[zone] < wanted[zone]) {
                count = appoint(draft, zone, count, wanted[zone] - kept[zone]);
            }
        }
        draft.settle(collect(count, draft.quota().more()));
    }

    private int findKeepers(Draft draft) {
        Shares kept = draft.kept();
        int count = 0;
        for (int i = 0; i < kept.count(); i++) {
            int worker = kept.worker(i);
            if (kept.part(i).size() > draft.quota().floor(worker)
                    && draft.quota().mayHaveMore(worker)) {
                keepers[count++] = worker;
            }
        }
        return count;
    }

    /** How many in each zone have one more: first where there is one to be kept, then where the zone needs it most. */
    private int[] wanted(Quota quota, int[] kept) {
        int[] wanted = new int[crew.zones()];
        int left = quota.more();
        for (int zone = 0; zone < wanted.length; zone++) {
            wanted[zone] = quota.atLeast(zone);
            left -= wanted[zone];
        }
        while (left > 0) {
            int best = -1;
            for (int zone = 0; zone < wanted.length; zone++) {
                boolean open = quota.isOpen(zone) && wanted[zone] == quota.atLeast(zone);
                if (open && (best < 0 || isBetter(zone, best, kept, wanted))) {
                    best = zone;
                }
            }
            wanted[best]++;
            left--;
        }
        return wanted;
    }

    private boolean isBetter(int zone, int best, int[] kept, int[] wanted) {
        boolean keeps = kept[zone] > wanted[zone];
        boolean bestKeeps = kept[best] > wanted[best];
        return keeps == bestKeeps ? sums.zoneDeficit(zone) > sums.zoneDeficit(best) : keeps;
    }

    /** Those who have most of all lists give one up. */
    private void dismiss(Draft draft, int zone, int count, int surplus) {
        Integer[] inZone = Arrays.stream(keepers, 0, count)
                .filter(worker -> crew.zone(worker) == zone)
                .boxed()
                .sorted((one, other) -> one.equals(other) ? 0 : sums.isNeedier(one, other) ? 1 : -1)
                .toArray(Integer[]::new);
        for (int i = 0; i < surplus; i++) {
            isKeeper[inZone[i]] = false;
            sums.add(inZone[i], -draft.weight());
        }
    }

    private int appoint(Draft draft, int zone, int count, int missing) {
        Quota quota = draft.quota();
        int chosen = sums.neediest(zone, missing, worker -> !isKeeper[worker] && quota.mayHaveMore(worker), found);
        int next = count;
        for (int i = 0; i < chosen; i++) {
            isKeeper[found[i]] = true;
            keepers[next++] = found[i];
            sums.add(found[i], draft.weight());
        }
        return next;
    }

    private int[] collect(int count, int expected) {
        int[] chosen = new int[expected];
        int next = 0;
        for (int i = 0; i < count; i++) {
            if (isKeeper[keepers[i]]) {
                isKeeper[keepers[i]] = false;
                chosen[next++] = keepers[i];
            }
        }
        Arrays.sort(chosen);
        return chosen;
    }
}
