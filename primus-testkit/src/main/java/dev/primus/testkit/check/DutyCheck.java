package dev.primus.testkit.check;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiPredicate;

/**
 * D1: duties run only in their own term, are over before it is given back, and never beside a successor's. None is
 * abandoned that stops within its time, however long its process was paused.
 */
final class DutyCheck {
    /** A duty's run. */
    private record Run(Claimant leader, String election, String duty, long token, boolean obedient) {}

    private final Findings findings;
    private final Assumptions assumptions;
    private BiPredicate<Claimant, Claimant> excepted = (one, other) -> false;
    private final List<Run> running = new ArrayList<>();
    private final Set<Run> stopping = new HashSet<>();
    private final Set<String> known = new HashSet<>();

    DutyCheck(Findings findings, Assumptions assumptions) {
        this.findings = findings;
        this.assumptions = assumptions;
    }

    /** Those who may both lead now. */
    void except(BiPredicate<Claimant, Claimant> pairs) {
        excepted = pairs;
    }

    /**
     * @param obedient whether it stops within the time that duties have for it
     */
    void began(Claimant leader, String election, String duty, long token, boolean obedient) {
        known.add(duty);
        for (Run other : running) {
            if (other.leader == leader && other.election.equals(election) && other.duty.equals(duty)) {
                findings.violated("D1", "%s runs %s of %s twice at a time", leader, duty, election);
            }
            boolean beside = other.election.equals(election) && other.leader != leader;
            if (beside
                    && !excepted.test(leader, other.leader)
                    && other.obedient
                    && other.leader.isUndisturbed()
                    && assumptions.hold(findings.now())) {
                findings.violated(
                        "D1",
                        "%s began a duty of %s (token %d) while one of %s (token %d) was running",
                        leader,
                        election,
                        token,
                        other.leader,
                        other.token);
            }
        }
        running.add(new Run(leader, election, duty, token, obedient));
    }

    void ended(Claimant leader, String election, String duty) {
        running.removeIf(run -> isOf(run, leader, election, duty));
        stopping.removeIf(run -> isOf(run, leader, election, duty));
    }

    /** It was told to stop, and takes the time that it has for it. */
    void stopping(Claimant leader, String election, String duty) {
        running.stream().filter(run -> isOf(run, leader, election, duty)).forEach(stopping::add);
    }

    /** The node reports that it has given the duty's thread up. */
    void abandoned(Claimant leader, String election, String duty) {
        boolean allowed = running.stream()
                .filter(run -> isOf(run, leader, election, duty))
                .anyMatch(run -> !run.obedient || isCutShort(run));
        if (known.contains(duty) && !allowed) {
            findings.violated("D1", "%s abandoned %s of %s, which stops within its time", leader, duty, election);
        }
    }

    /** Pauses that are too short to be noticed may take some of the time that it needs. */
    private boolean isCutShort(Run run) {
        return stopping.contains(run) && !run.leader.isUndisturbed();
    }

    private static boolean isOf(Run run, Claimant leader, String election, String duty) {
        return run.leader == leader && run.election.equals(election) && run.duty.equals(duty);
    }

    /** The store has been told that this term is over. */
    void released(String holder, String election, long token) {
        for (Run run : running) {
            if (run.election.equals(election)
                    && run.token == token
                    && run.leader.toString().equals(holder)) {
                findings.violated("D1", "%s gave %s (token %d) back while a duty was running", holder, election, token);
            }
        }
    }

    void left(Claimant claimant) {
        running.removeIf(run -> run.leader == claimant);
        stopping.removeIf(run -> run.leader == claimant);
    }
}
