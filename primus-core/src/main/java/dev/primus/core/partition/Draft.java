package dev.primus.core.partition;

import dev.primus.core.partition.Holding.Shares;
import java.util.Arrays;
import java.util.BitSet;

/** The plan for one list while it is made: who keeps what, what is loose, and how many each is to have. */
final class Draft {
    private final TaskListName name;
    private final long weight;
    private final Claims claims;
    private final Quota quota;
    private int[] more = new int[0];
    private final BitSet gaveForTheSum = new BitSet();

    Draft(TaskListName name, long weight, Claims claims) {
        this.name = name;
        this.weight = weight;
        this.claims = claims;
        this.quota = new Quota(claims.crew(), claims.partitions(), claims.pins());
    }

    TaskListName name() {
        return name;
    }

    long weight() {
        return weight;
    }

    Claims claims() {
        return claims;
    }

    Quota quota() {
        return quota;
    }

    /** What active workers have and may keep, beside their pins. */
    Shares kept() {
        return claims.kept();
    }

    /** Who has one more than its floor, in ascending order. */
    int[] more() {
        return more;
    }

    void settle(int[] workers) {
        more = workers;
    }

    boolean hasMore(int worker) {
        return Arrays.binarySearch(more, worker) >= 0;
    }

    int target(int worker) {
        return quota.floor(worker) + (hasMore(worker) ? 1 : 0);
    }

    /** Whether what it has above its floor is given to it by this plan, so that another may as well get it. */
    boolean isNewcomer(int worker) {
        return kept().of(worker).size() <= quota.floor(worker);
    }

    /** Whether the giver gives up what it has for no other reason than the sum of all lists. */
    boolean isForTheSum(int giver) {
        return gaveForTheSum.get(giver);
    }

    void shift(int from, int to) {
        if (!isNewcomer(from)) {
            gaveForTheSum.set(from);
        }
        int[] next = more.clone();
        next[Arrays.binarySearch(next, from)] = to;
        Arrays.sort(next);
        more = next;
    }
}
