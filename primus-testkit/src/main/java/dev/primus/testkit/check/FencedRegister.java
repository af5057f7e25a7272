package dev.primus.testkit.check;

/**
 * C2: a resource that remembers the highest token it has seen, beside one that does not care. The first must never be
 * changed by a leader that was replaced; the second shows what happens then.
 */
public final class FencedRegister {
    private final Findings findings;
    private final String election;
    private long highest;
    private long lastUnfenced;
    private long accepted;
    private long refused;
    private long lostUpdates;

    FencedRegister(Findings findings, String election) {
        this.findings = findings;
        this.election = election;
    }

    /** A write that was decided on while leading and comes perhaps much later. */
    public void write(long token) {
        if (token >= highest) {
            highest = token;
            accepted++;
        } else {
            refused++;
        }
        if (token < lastUnfenced) {
            lostUpdates++;
        }
        lastUnfenced = token;
    }

    /**
     * What a new leader writes before it does anything else: from here on no former one gets through.
     *
     * @param secondHand whether the store may have lost this number and granted it anew; then it is the new leader that
     *     is refused, which is safe
     */
    void barrier(Claimant leader, long token, boolean secondHand) {
        if (token < highest && !secondHand) {
            findings.violated(
                    "C2", "%s leads %s but its token %d is refused after %d", leader, election, token, highest);
        }
        write(token);
    }

    public long accepted() {
        return accepted;
    }

    /** Writes of former leaders that the fence kept out. */
    public long refused() {
        return refused;
    }

    /** How often, without a fence, a former leader's write replaced a later one's. */
    public long lostUpdates() {
        return lostUpdates;
    }
}
