package dev.primus.server.duties.polls;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/** The latest runs of each schedule, as far as one node knows. For one thread. */
final class RunBook {
    static final int KEPT = 200;
    private static final int MOST_SCHEDULES = 1000;

    private final Map<String, NavigableMap<Long, Run>> runs = new TreeMap<>();

    /** Takes in what is news. */
    void put(Run run) {
        if (!runs.containsKey(run.key().schedule()) && runs.size() >= MOST_SCHEDULES) {
            return;
        }
        NavigableMap<Long, Run> ofSchedule = runs.computeIfAbsent(run.key().schedule(), name -> new TreeMap<>());
        ofSchedule.merge(run.key().due(), run, (known, said) -> said.or(known));
        while (ofSchedule.size() > KEPT) {
            ofSchedule.pollFirstEntry();
        }
    }

    void putAll(Collection<Run> all) {
        all.forEach(this::put);
    }

    Optional<Run> find(RunKey key) {
        return Optional.ofNullable(runs.get(key.schedule())).map(known -> known.get(key.due()));
    }

    /** The latest due time on record. */
    OptionalLong last(String schedule) {
        NavigableMap<Long, Run> known = runs.get(schedule);
        return known == null ? OptionalLong.empty() : OptionalLong.of(known.lastKey());
    }

    /** By schedule and due time. */
    List<Run> all() {
        List<Run> all = new ArrayList<>();
        runs.values().forEach(known -> all.addAll(known.values()));
        return all;
    }
}
