package dev.primus.core.partition;

import dev.primus.core.NodeName;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What is to be, and what has to move for it. Nothing has happened yet: it can be shown, and thrown away. Never changed once
 * made.
 */
public final class Plan {
    private static final int MOST_LINES = 100;

    private final Situation situation;
    private final Assignment target;
    private final List<Move> moves;
    private final List<Move> waiting;

    /** @param all in the order in which they are to be begun */
    Plan(Situation situation, Assignment target, List<Move> all) {
        this.situation = situation;
        this.target = target;
        List<Move> now = new ArrayList<>();
        List<Move> later = new ArrayList<>();
        int free = situation.settings().movesInFlight();
        for (Move move : all) {
            boolean held = isHeld(situation, move);
            boolean begun = move.reason() == Reason.UNDER_WAY;
            int fits = begun || !held ? move.size() : Math.min(free, move.size());
            if (fits > 0) {
                now.add(fits == move.size() ? move : move.head(fits));
            }
            if (fits < move.size()) {
                later.add(fits == 0 ? move : move.tail(fits));
            }
            free = begun || held ? Math.max(0, free - fits) : free;
        }
        this.moves = List.copyOf(now);
        this.waiting = List.copyOf(later);
    }

    /** What nobody has need not wait for those who take their time to let go, nor does it keep anybody waiting. */
    private static boolean isHeld(Situation situation, Move move) {
        NodeName from = move.from();
        return from != null && situation.isAlive(from);
    }

    /** Who has what when all has moved, also what has to wait. */
    public Assignment target() {
        return target;
    }

    /** What may be on the move now: what was already, then as much as the limit leaves room for, the most urgent first. */
    public List<Move> moves() {
        return moves;
    }

    /** What has to wait until others have moved. */
    public List<Move> waiting() {
        return waiting;
    }

    /** How many partitions move, now or later. */
    public int size() {
        return sizeOf(moves) + sizeOf(waiting);
    }

    private static int sizeOf(List<Move> some) {
        return some.stream().mapToInt(Move::size).sum();
    }

    /** For people: how many move and why, what each worker has and will have, and the moves themselves. */
    public String preview() {
        StringBuilder text = new StringBuilder();
        text.append("%d partitions move, of which %d wait%n".formatted(size(), sizeOf(waiting)));
        reasons().forEach((reason, count) -> text.append("  %d: %s%n".formatted(count, reason)));
        SortedMap<String, int[]> zones = new TreeMap<>();
        for (Worker worker : situation.workers()) {
            int[] counts = {count(situation.present(), worker.name()), count(target, worker.name())};
            text.append("worker %s (%s, capacity %s, zone %s): %d -> %d%n"
                    .formatted(
                            worker.name(), worker.standing(), worker.capacity(), worker.zone(), counts[0], counts[1]));
            int[] sums = zones.computeIfAbsent(worker.zone(), zone -> new int[2]);
            sums[0] += counts[0];
            sums[1] += counts[1];
        }
        zones.forEach((zone, sums) -> text.append("zone %s: %d -> %d%n".formatted(zone, sums[0], sums[1])));
        moves.stream().limit(MOST_LINES).forEach(move -> text.append("%s%n".formatted(move)));
        if (moves.size() > MOST_LINES) {
            text.append("and %d more%n".formatted(moves.size() - MOST_LINES));
        }
        return text.toString();
    }

    private SortedMap<Reason, Integer> reasons() {
        SortedMap<Reason, Integer> counts = new TreeMap<>();
        moves.forEach(move -> counts.merge(move.reason(), move.size(), Integer::sum));
        waiting.forEach(move -> counts.merge(move.reason(), move.size(), Integer::sum));
        return counts;
    }

    private static int count(Assignment assignment, NodeName worker) {
        return assignment.lists().stream()
                .mapToInt(list -> assignment.held(list, worker).size())
                .sum();
    }
}
