package dev.primus.testkit.check;

/** C6: nobody leads past the deadline that its last confirmed request gave it, by its own clock. */
final class DeadlineCheck {
    private final Findings findings;

    DeadlineCheck(Findings findings) {
        this.findings = findings;
    }

    /** A request that was sent early enough for this deadline has been confirmed. */
    void confirmed(Part part, long deadline) {
        part.deadline = Math.max(part.deadline, deadline);
    }

    void leads(Part leader) {
        long late = leader.owner.ownTime() - leader.deadline;
        if (late >= 0) {
            findings.violated(
                    "C6",
                    "%s leads %s %s",
                    leader.owner,
                    leader.contest.name,
                    leader.deadline == 0
                            ? "though nothing was ever confirmed to it"
                            : late / 1_000_000 + " ms past its deadline");
        }
    }
}
