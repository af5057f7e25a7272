package dev.primus.core.partition;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What a worker has, or is to let go: partitions by list and generation. Never changed once made. */
public final class Lots {

    public static final Lots NONE = new Lots(new TreeMap<>());

    private record Key(TaskListName list, long generation) implements Comparable<Key> {
        @Override
        public int compareTo(Key other) {
            int byList = list.compareTo(other.list);
            return byList != 0 ? byList : Long.compare(generation, other.generation);
        }
    }

    private final SortedMap<Key, Partitions> parts;

    private Lots(SortedMap<Key, Partitions> parts) {
        this.parts = parts;
    }

    public static Lots of(Collection<Lot> lots) {
        SortedMap<Key, Partitions> parts = new TreeMap<>();
        for (Lot lot : lots) {
            if (lot.size() > 0) {
                parts.merge(new Key(lot.list(), lot.generation()), lot.partitions(), Partitions::plus);
            }
        }
        return new Lots(parts);
    }

    public static Lots of(Lot... lots) {
        return of(List.of(lots));
    }

    /** By list, and of each list by generation. */
    public List<Lot> all() {
        List<Lot> lots = new ArrayList<>();
        parts.forEach((key, some) -> lots.add(new Lot(key.list(), key.generation(), some)));
        return lots;
    }

    public Collection<TaskListName> lists() {
        TreeSet<TaskListName> names = new TreeSet<>();
        parts.keySet().forEach(key -> names.add(key.list()));
        return names;
    }

    public boolean isEmpty() {
        return parts.isEmpty();
    }

    public int size() {
        return parts.values().stream().mapToInt(Partitions::size).sum();
    }

    /** All partitions of a list, whatever their generation. */
    public Partitions of(TaskListName list) {
        SortedMap<Key, Partitions> some = ofList(list);
        if (some.size() == 1) {
            return some.values().iterator().next();
        }
        PartitionSet all = new PartitionSet();
        some.values().forEach(all::add);
        return all.all();
    }

    /** The generation by which a partition is here; 0 if it is not. */
    public long generation(TaskListName list, int partition) {
        for (Map.Entry<Key, Partitions> part : ofList(list).entrySet()) {
            if (part.getValue().contains(partition)) {
                return part.getKey().generation();
            }
        }
        return 0;
    }

    private SortedMap<Key, Partitions> ofList(TaskListName list) {
        return parts.subMap(new Key(list, 0), new Key(list, Long.MAX_VALUE));
    }

    public Lots plus(Lots others) {
        List<Lot> both = new ArrayList<>(all());
        both.addAll(others.all());
        return of(both);
    }

    /** Without those of the same list and generation. */
    public Lots minus(Lots others) {
        return sifted(others, Partitions::minus);
    }

    /** Those that both have, of the same list and generation. */
    public Lots and(Lots others) {
        return sifted(others, Partitions::and);
    }

    private interface Sieve {
        Partitions sift(Partitions mine, Partitions its);
    }

    private Lots sifted(Lots others, Sieve sieve) {
        List<Lot> left = new ArrayList<>();
        parts.forEach((key, some) -> left.add(new Lot(
                key.list(), key.generation(), sieve.sift(some, others.parts.getOrDefault(key, Partitions.NONE)))));
        return of(left);
    }

    /** Those of these partitions, whatever their generation. */
    public Lots among(TaskListName list, Partitions some) {
        List<Lot> found = new ArrayList<>();
        ofList(list).forEach((key, mine) -> found.add(new Lot(list, key.generation(), mine.and(some))));
        return of(found);
    }

    /** A line for each lot: list, generation and partitions. */
    public String toText() {
        StringBuilder text = new StringBuilder();
        parts.forEach((key, some) -> text.append(key.list())
                .append(' ')
                .append(key.generation())
                .append(' ')
                .append(some)
                .append('\n'));
        return text.toString();
    }

    /** Reads what {@link #toText} wrote. */
    public static Lots parse(String text) {
        List<Lot> lots = new ArrayList<>();
        for (String line : text.split("\n")) {
            if (!line.isEmpty()) {
                String[] words = line.split(" ", -1);
                if (words.length != 3) {
                    throw new IllegalArgumentException(
                            "lot = '%s': allowed is a list, a generation and partitions".formatted(line));
                }
                lots.add(new Lot(new TaskListName(words[0]), Long.parseLong(words[1]), Partitions.parse(words[2])));
            }
        }
        return of(lots);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Lots lots && parts.equals(lots.parts);
    }

    @Override
    public int hashCode() {
        return parts.hashCode();
    }

    @Override
    public String toString() {
        return toText().strip().replace("\n", "; ");
    }
}
