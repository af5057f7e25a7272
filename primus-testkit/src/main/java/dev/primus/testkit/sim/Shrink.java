package dev.primus.testkit.sim;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/**
 * Looks for a smaller schedule with the same violation, by leaving faults out (halves first, then ever smaller parts),
 * then elections and nodes, then the end.
 */
final class Shrink {
    private final Function<Schedule, Outcome> replay;
    private final String property;
    private int tries = 200;

    private Shrink(Function<Schedule, Outcome> replay, String property) {
        this.replay = replay;
        this.property = property;
    }

    static Schedule of(Outcome failed, Function<Schedule, Outcome> replay) {
        Shrink shrink = new Shrink(replay, failed.violations().get(0).property());
        Schedule fewer = shrink.faults(failed.schedule());
        Schedule shorter = shrink.faults(shrink.nodes(shrink.elections(fewer)));
        return shrink.time(shorter);
    }

    private boolean fails(Schedule candidate) {
        if (tries <= 0) {
            return false;
        }
        tries--;
        return replay.apply(candidate).violations().stream()
                .anyMatch(violation -> Objects.equals(violation.property(), property));
    }

    private Schedule faults(Schedule from) {
        Schedule best = from;
        int parts = 2;
        while (!best.faults().isEmpty() && parts <= 2 * best.faults().size()) {
            Schedule smaller =
                    withoutOnePart(best, Math.min(parts, best.faults().size()));
            if (smaller.faults().size() < best.faults().size()) {
                best = smaller;
                parts = Math.max(2, parts - 1);
            } else {
                parts *= 2;
            }
        }
        return best;
    }

    private Schedule withoutOnePart(Schedule from, int parts) {
        List<Fault> all = from.faults();
        for (int part = 0; part < parts; part++) {
            int begin = all.size() * part / parts;
            int end = all.size() * (part + 1) / parts;
            List<Fault> rest = new ArrayList<>(all.subList(0, begin));
            rest.addAll(all.subList(end, all.size()));
            Schedule candidate = from.withFaults(rest);
            if (end > begin && fails(candidate)) {
                return candidate;
            }
        }
        return from;
    }

    private Schedule elections(Schedule from) {
        for (int fewer = 1; fewer < from.elections(); fewer++) {
            Schedule candidate = from.withElections(fewer);
            if (fails(candidate)) {
                return candidate;
            }
        }
        return from;
    }

    private Schedule nodes(Schedule from) {
        for (int fewer = from.peers() == null ? 1 : from.nodes(); fewer < from.nodes(); fewer++) {
            Schedule candidate = from.withNodes(fewer);
            if (fails(candidate)) {
                return candidate;
            }
        }
        return from;
    }

    private Schedule time(Schedule from) {
        Outcome outcome = replay.apply(from);
        if (outcome.isClean()) {
            return from;
        }
        Duration end = Duration.ofNanos(outcome.violations().get(0).at()).plusMillis(1);
        Duration storm = end.compareTo(from.storm()) < 0 ? end : from.storm();
        Schedule candidate = from.withLength(storm, end);
        return fails(candidate) ? candidate : from;
    }
}
