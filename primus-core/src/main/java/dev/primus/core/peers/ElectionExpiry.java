package dev.primus.core.peers;

import dev.primus.core.ElectionName;
import dev.primus.core.MonoTime;
import dev.primus.core.NodeId;
import dev.primus.core.spi.Mark;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Forgets elections that have ended. A promise is dropped only when it cannot bind any more, and only after its term has
 * raised the floor, above which this member promises terms of elections that it has no promise of. So an election that is
 * forgotten and begins anew has higher terms than before.
 *
 * @param <S> what is known of one election
 */
public final class ElectionExpiry<S extends RetainedElection> {
    private final ElectionTable<S> table;
    private final Past past;
    private final PeerHands<?> hands;
    private final Duration every;
    private final Predicate<Mark> mayDrop;
    private final Map<ElectionName, Mark> undropped = new LinkedHashMap<>();
    private MonoTime nextAt;

    /**
     * @param every how long a promise may bind, by the clock of the member that gave it
     * @param mayDrop whether a promise says nothing but its term
     */
    public ElectionExpiry(
            ElectionTable<S> table,
            Past past,
            PeerHands<?> hands,
            MonoTime startedAt,
            Duration every,
            Predicate<Mark> mayDrop) {
        this.table = table;
        this.past = past;
        this.hands = hands;
        this.every = every;
        this.mayDrop = mayDrop;
        this.nextAt = startedAt.plus(past.longest(every)).plus(every);
    }

    public MonoTime wakeAt() {
        boolean idle = table.isEmpty() && undropped.isEmpty() && past.marks().isEmpty();
        return idle ? MonoTime.NEVER : nextAt;
    }

    /** A promise of a former life in an election that nobody has mentioned in this one. */
    private boolean isUnclaimed(Mark mark) {
        return table.find(mark.election()) == null && mayDrop.test(mark);
    }

    /**
     * @param view the members within reach, which have said what they take part in
     * @param isBusy elections for which something is still under way here
     */
    public void onTimer(Set<NodeId> view, Predicate<ElectionName> isBusy, MonoTime now) {
        if (now.isBefore(nextAt)) {
            return;
        }
        nextAt = now.plus(every);
        Set<ElectionName> surplus = table.surplus();
        List<Mark> drops = new ArrayList<>(undropped.values());
        undropped.clear();
        for (S state : List.copyOf(table.all())) {
            ElectionName election = state.election();
            boolean wanted = state.roll().hasParticipant(view) && !surplus.contains(election);
            Mark promise = state.promise();
            if (!table.isOwn(election)
                    && !wanted
                    && state.isIdle(now)
                    && !isBusy.test(election)
                    && (promise == null || mayDrop.test(promise))) {
                if (promise != null) {
                    drops.add(promise);
                }
                forget(election, drops);
            }
        }
        past.marks().stream()
                .filter(this::isUnclaimed)
                .map(Mark::election)
                .filter(isBusy.negate())
                .toList()
                .forEach(election -> forget(election, drops));
        if (!drops.isEmpty()) {
            past.raiseFloor(drops.stream()
                    .mapToLong(mark -> mark.term().token().value())
                    .max()
                    .orElse(0));
            hands.drop(past.floor(), drops);
        }
    }

    /** Who takes part cannot be known while this member is cut off. */
    public void postpone(MonoTime now) {
        nextAt = now.isBefore(nextAt) ? nextAt : now.plus(every);
    }

    private void forget(ElectionName election, List<Mark> drops) {
        Mark former = past.forget(election);
        if (former != null) {
            drops.add(former);
        }
        table.remove(election);
    }

    /** The disk refused; the floor holds in memory, and the disk still has the promises. */
    public void notDropped(List<Mark> failed) {
        failed.forEach(mark -> undropped.merge(mark.election(), mark, Mark::merged));
    }
}
