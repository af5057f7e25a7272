package dev.primus.testkit.sim;

import dev.primus.core.ElectionName;
import dev.primus.core.Term;
import dev.primus.core.spi.Mark;
import dev.primus.core.spi.MarkFile;
import dev.primus.core.spi.StoreException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/** A machine's disk: outlives every process, and remembers exactly what it was asked to. It may be slow, or full. */
final class SimDisk implements MarkFile {
    private record Entry(ElectionName election, Term term) {}

    private final Set<Entry> everything = new HashSet<>();
    private final Map<ElectionName, Mark> marks = new LinkedHashMap<>();
    private final Map<ElectionName, TreeMap<Long, Long>> askedFor = new HashMap<>();
    private LongSupplier clock = () -> 0;
    private long slowUntil;
    private long slowBy;
    private long fullUntil;
    private long askedAt;
    private boolean replaced;
    private long floor;

    void slow(LongSupplier now, long until, long by) {
        clock = now;
        slowUntil = until;
        slowBy = by;
    }

    void fill(LongSupplier now, long until) {
        clock = now;
        fullUntil = until;
    }

    /** As good as ever. */
    void mend() {
        slowUntil = 0;
        fullUntil = 0;
    }

    /** What was on it once takes the place of what is on it, as from a backup. */
    void putBack(List<Mark> copy) {
        replaced = true;
        marks.clear();
        copy.forEach(mark -> marks.put(mark.election(), mark));
    }

    /** The highest number that is on it; nobody can know of more. */
    long highest(ElectionName election) {
        Mark mark = marks.get(election);
        return mark == null ? floor : mark.term().token().value();
    }

    /** Whether it is what its nodes have written, and nothing else. */
    boolean isGenuine() {
        return !replaced;
    }

    /** How much longer than usual a write takes. */
    long delay() {
        return clock.getAsLong() < slowUntil ? slowBy : 0;
    }

    /** What is kept next was asked for then. */
    void wasAskedAt(long time) {
        askedAt = time;
    }

    /** When a member asked for this to be kept, which is when it swore it. */
    long askedAt(ElectionName election, Term term) {
        return askedFor.getOrDefault(election, new TreeMap<>())
                .getOrDefault(term.token().value(), Long.MAX_VALUE);
    }

    /** The highest number that a member had asked it to keep before then. */
    long highestBefore(ElectionName election, long time) {
        return askedFor.getOrDefault(election, new TreeMap<>()).entrySet().stream()
                .filter(each -> each.getValue() < time)
                .mapToLong(Map.Entry::getKey)
                .max()
                .orElse(0);
    }

    /** Whether it has ever kept this, whatever came after. */
    boolean hasKept(ElectionName election, Term term) {
        return everything.contains(new Entry(election, term));
    }

    /** When a member had last asked it to keep something before then, which it may have told nobody. */
    long lastAskedBefore(ElectionName election, long time) {
        return askedFor.getOrDefault(election, new TreeMap<>()).values().stream()
                .filter(at -> at < time)
                .mapToLong(at -> at)
                .max()
                .orElse(Long.MIN_VALUE);
    }

    @Override
    public List<Mark> read() {
        return List.copyOf(marks.values());
    }

    @Override
    public long floor() {
        return floor;
    }

    @Override
    public void drop(long next, List<Mark> old) {
        if (clock.getAsLong() < fullUntil) {
            throw new StoreException("no space left");
        }
        floor = Math.max(floor, next);
        old.forEach(mark -> marks.computeIfPresent(
                mark.election(), (election, known) -> known.term().equals(mark.term()) ? null : known));
    }

    @Override
    public void keep(List<Mark> fresh) {
        fresh.forEach(mark -> askedFor.computeIfAbsent(mark.election(), any -> new TreeMap<>())
                .putIfAbsent(mark.term().token().value(), askedAt));
        if (clock.getAsLong() < fullUntil) {
            throw new StoreException("no space left");
        }
        fresh.forEach(mark -> marks.merge(mark.election(), mark, Mark::merged));
        fresh.forEach(mark -> everything.add(new Entry(mark.election(), mark.term())));
    }

    @Override
    public void close() {}
}
