package dev.primus.testkit.check;

/**
 * S6: what a node has seen it does not forget with the store. Shown a term below one it knows, it raises an alarm, bids
 * for nothing during a lease and the margin, and then only above all it knows.
 */
final class MemoryCheck {
    private final Findings findings;
    private final long patience;

    /**
     * @param patience how long nothing is bid for after the store went back, in nanoseconds
     */
    MemoryCheck(Findings findings, long patience) {
        this.findings = findings;
        this.patience = patience;
    }

    /** The store has shown a node this term. */
    void shown(Part part, long epoch) {
        mustHaveAlarmed(part);
        boolean falls = epoch < part.known;
        part.known = Math.max(part.known, epoch);
        if (epoch >= Math.max(part.known, part.mayKnow)) {
            part.barredUntil = 0;
        } else if (falls && isSure(part) && part.barredUntil == 0) {
            bar(part);
            part.owesAlarm = true;
        }
    }

    /** An answer that a node may or may not take notice of, depending on where it stands. */
    void perhapsShown(Part part, long epoch) {
        part.mayKnow = Math.max(part.mayKnow, epoch);
    }

    /** A term of one's own is known too, and above all that was seen before. */
    void led(Part part, long token) {
        part.known = Math.max(part.known, token);
        part.mayKnow = part.known;
        part.barredUntil = 0;
    }

    void alarmed(Part part) {
        part.owesAlarm = false;
        if (part.barredUntil == 0) {
            bar(part);
        }
    }

    private void bar(Part part) {
        part.barredUntil = part.owner.ownTime() + patience;
    }

    private static boolean isSure(Part part) {
        return part.known >= part.mayKnow;
    }

    /** By the next look, and in the end, the last one has been thought about. */
    void mustHaveAlarmed(Part part) {
        if (part.owesAlarm) {
            part.owesAlarm = false;
            findings.violated(
                    "S6",
                    "%s was shown less of %s than term %d and said nothing",
                    part.owner,
                    part.contest.name,
                    part.known);
        }
    }

    void bids(Part part, long token) {
        if (token <= part.known) {
            findings.violated(
                    "S6",
                    "%s bids for token %d of %s and has seen %d",
                    part.owner,
                    token,
                    part.contest.name,
                    part.known);
        }
        if (isSure(part) && part.owner.ownTime() < part.barredUntil) {
            findings.violated(
                    "S6",
                    "%s bids for %s %d ms too early after the store went back",
                    part.owner,
                    part.contest.name,
                    (part.barredUntil - part.owner.ownTime()) / 1_000_000);
        }
    }
}
