package dev.primus.guard;

/**
 * The one rule of all guards: a write is let in if no higher token was let in before. A value, so that whoever keeps it,
 * in memory or in a row, decides how it is locked.
 *
 * <p>Equal tokens are the same leader's, and its second write must pass as the first did. Should a store have issued a
 * token twice (it forgot a term that it had confirmed), the owner tells the two apart, and the first to come stays.
 *
 * @param token the highest that was let in; 0 if none was
 * @param owner who came with it; empty if it did not say
 */
public record HighWaterMark(long token, String owner) {
    /** Nothing was let in so far. */
    public static final HighWaterMark NONE = new HighWaterMark(0, Claim.NOBODY);

    public boolean admits(Claim claim) {
        return claim.token() > 0
                && claim.token() >= token
                && (claim.token() > token || mayBeTheSame(owner, claim.owner()));
    }

    private static boolean mayBeTheSame(String one, String other) {
        return one.isEmpty() || other.isEmpty() || one.equals(other);
    }

    /** The mark after an admitted claim. One that is not admitted changes nothing: a mark never falls. */
    public HighWaterMark raisedBy(Claim claim) {
        if (!admits(claim)) {
            return this;
        }
        boolean ownerStays = claim.token() == token && claim.owner().isEmpty();
        return new HighWaterMark(claim.token(), ownerStays ? owner : claim.owner());
    }

    /** The answer for a write to {@code resource}. */
    public Admission judge(String resource, Claim claim) {
        return admits(claim)
                ? new Admission.Admitted(resource, claim.token())
                : new Admission.Stale(resource, claim.token(), token);
    }
}
