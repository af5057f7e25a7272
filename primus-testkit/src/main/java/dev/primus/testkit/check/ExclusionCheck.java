package dev.primus.testkit.check;

import java.util.List;
import java.util.function.BiPredicate;

/** C4: at every instant at most one process says that it leads. */
final class ExclusionCheck {
    private final Findings findings;
    private final Assumptions assumptions;
    private BiPredicate<Claimant, Claimant> excepted = (one, other) -> false;

    ExclusionCheck(Findings findings, Assumptions assumptions) {
        this.findings = findings;
        this.assumptions = assumptions;
    }

    /** Those who may both lead now. */
    void except(BiPredicate<Claimant, Claimant> pairs) {
        excepted = pairs;
    }

    /** To be asked whenever a leader has moved: by doing nothing others can only lose what they claim. */
    void leads(Part leader) {
        List<Part> leading = leader.contest.leading;
        if (leading.size() < 2) {
            return;
        }
        for (Part other : leading) {
            if (other != leader
                    && other.claims()
                    && !excepted.test(leader.owner, other.owner)
                    && assumptions.hold(findings.now())) {
                findings.violated(
                        "C4",
                        "%s (token %d) and %s (token %d) both lead %s",
                        leader.owner,
                        leader.claimedToken(),
                        other.owner,
                        other.claimedToken(),
                        leader.contest.name);
            }
        }
    }
}
