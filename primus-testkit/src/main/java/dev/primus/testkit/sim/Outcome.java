package dev.primus.testkit.sim;

import dev.primus.testkit.check.Violation;
import java.util.List;

/**
 * How one simulation ended.
 *
 * @param fingerprint the same for the same run
 */
public record Outcome(Schedule schedule, List<Violation> violations, long fingerprint, Figures figures) {
    public Outcome {
        violations = List.copyOf(violations);
    }

    public boolean isClean() {
        return violations.isEmpty();
    }

    private String length() {
        long seconds = schedule.length().toSeconds();
        return seconds % 60 == 0 ? seconds / 60 + "m" : seconds + "s";
    }

    /** What was found first, and the command that shows it again; only for an outcome that is not clean. */
    String blame() {
        return "seed %d: %s%nreplay: ./primus simulate --engine %s --seed %d --length %s --trace"
                .formatted(
                        schedule.seed(),
                        violations.get(0),
                        schedule.peers() == null
                                ? "lease"
                                : schedule.peers().manner().engine(),
                        schedule.seed(),
                        length());
    }
}
