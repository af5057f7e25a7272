package dev.primus.testkit.check;

import dev.primus.guard.Claim;
import dev.primus.guard.HighWaterMark;

/**
 * C2: a resource that is guarded by the rule all guards share, beside one that does not care. The first must never be
 * changed by a leader that was replaced, and must not refuse the present one; the second shows what happens otherwise.
 */
public final class FencedRegister {
    private final Findings findings;
    private final String election;
    private HighWaterMark mark = HighWaterMark.NONE;
    private long present;
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
        Claim claim = Claim.of(token);
        if (mark.admits(claim)) {
            admit(claim);
        } else {
            refuse(claim);
        }
        if (token < lastUnfenced) {
            lostUpdates++;
        }
        lastUnfenced = token;
    }

    private void admit(Claim claim) {
        mark = mark.raisedBy(claim);
        accepted++;
        if (claim.token() < present) {
            findings.violated("C2", "token %d was let in to %s after %d had begun", claim.token(), election, present);
        }
    }

    private void refuse(Claim claim) {
        refused++;
        if (claim.token() >= present) {
            findings.violated("C2", "token %d, the present one, was refused by %s", claim.token(), election);
        }
    }

    /**
     * What a new leader writes before it does anything else: from here on no former one gets through.
     *
     * @param secondHand whether the store may have lost this number and granted it anew; then it is the new leader that
     *     is refused, which is safe
     */
    void barrier(Claimant leader, long token, boolean secondHand) {
        if (token < present && !secondHand) {
            findings.violated(
                    "C2", "%s leads %s but its token %d is refused after %d", leader, election, token, present);
        }
        present = Math.max(present, token);
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
