package dev.primus.nemesis;

import dev.primus.core.partition.Partitions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Who owned which partition when, by the journals of all workers. A stint lasts from the first answer that it is owned to the
 * last one by the same generation: a generation that was passed on is never owned again, so nobody else may own it between.
 */
final class WorkTrail {

    /** From the end of the first sample to the begin of the last: it was owned at both ends, whatever the clock did between. */
    record Stint(String process, int partition, long generation, long from, long until) {}

    private final Map<Integer, List<Stint>> byPartition = new TreeMap<>();

    WorkTrail(List<Stint> stints) {
        stints.forEach(stint -> byPartition
                .computeIfAbsent(stint.partition(), any -> new ArrayList<>())
                .add(stint));
        byPartition.values().forEach(some -> some.sort(Comparator.comparingLong(Stint::from)));
    }

    static WorkTrail of(Map<String, Path> journals) {
        List<Stint> stints = new ArrayList<>();
        journals.forEach((process, journal) -> stints.addAll(read(process, journal)));
        return new WorkTrail(stints);
    }

    // ---- reading ---------------------------------------------------------------------------------------------------

    private record Open(long generation, long from) {}

    static List<Stint> read(String process, Path journal) {
        List<Stint> stints = new ArrayList<>();
        Map<Integer, Open> open = new HashMap<>();
        long seen = 0;
        for (String line : lines(journal)) {
            String[] words = line.split(" ");
            long before = Long.parseLong(words[1]);
            if (words[0].equals("lots")) {
                Map<Integer, Open> next = parse(words[3], Long.parseLong(words[2]), open);
                long until = seen;
                open.forEach((partition, had) -> {
                    if (!had.equals(next.get(partition))) {
                        stints.add(new Stint(process, partition, had.generation, had.from, until));
                    }
                });
                open = next;
            }
            seen = before;
        }
        long until = seen;
        open.forEach((partition, had) -> stints.add(new Stint(process, partition, had.generation, had.from, until)));
        return stints;
    }

    /** What goes on by the same generation has begun when it had. */
    private static Map<Integer, Open> parse(String text, long from, Map<Integer, Open> before) {
        Map<Integer, Open> lots = new HashMap<>();
        for (String lot : text.equals("-") ? new String[0] : text.split(";")) {
            String[] pair = lot.split(":");
            long generation = Long.parseLong(pair[0]);
            Partitions.parse(pair[1]).forEach(partition -> {
                Open had = before.get(partition);
                lots.put(partition, had != null && had.generation == generation ? had : new Open(generation, from));
            });
        }
        return lots;
    }

    /** Whole lines only: who was killed may have left half a one. */
    private static List<String> lines(Path journal) {
        try {
            if (!Files.exists(journal)) {
                return List.of();
            }
            String all = Files.readString(journal, StandardCharsets.UTF_8);
            return all.substring(0, all.lastIndexOf('\n') + 1).lines().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    // ---- judging ---------------------------------------------------------------------------------------------------

    /** Two that owned a partition at a time, and generations that did not grow with each new owner. */
    List<String> violations() {
        List<String> found = new ArrayList<>();
        byPartition.values().forEach(stints -> {
            for (int i = 1; i < stints.size(); i++) {
                Stint later = stints.get(i);
                for (Stint earlier : stints.subList(0, i)) {
                    judge(earlier, later, found);
                }
            }
        });
        return found;
    }

    private static void judge(Stint earlier, Stint later, List<String> found) {
        // A doubt after a pause ends a stint, and the same life may go on by the same generation.
        boolean same = earlier.process.equals(later.process) && earlier.generation == later.generation;
        if (!same && later.from <= earlier.until) {
            found.add("two owners for %.1f ms: %s and %s"
                    .formatted((Math.min(earlier.until, later.until) - later.from) / 1e6, earlier, later));
        }
        if (!same && later.generation <= earlier.generation) {
            found.add("a generation that did not grow: %s and then %s".formatted(earlier, later));
        }
    }

    /** The longest time that a partition had no owner, once it had one and before it had the next. */
    Stint longestGap() {
        Stint longest = new Stint("", 0, 0, 0, 0);
        for (List<Stint> stints : byPartition.values()) {
            long until = stints.get(0).until;
            for (Stint next : stints) {
                if (next.from - until > longest.until - longest.from) {
                    longest = new Stint("nobody", next.partition, next.generation, until, next.from);
                }
                until = Math.max(until, next.until);
            }
        }
        return longest;
    }

    /** How often a partition was given to somebody, beside the first time. */
    int moves() {
        return byPartition.values().stream()
                .mapToInt(stints ->
                        (int) stints.stream().map(Stint::generation).distinct().count() - 1)
                .sum();
    }

    int partitions() {
        return byPartition.size();
    }
}
