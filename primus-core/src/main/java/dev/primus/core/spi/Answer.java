package dev.primus.core.spi;

import dev.primus.core.ElectionName;
import dev.primus.core.FencingToken;
import dev.primus.core.LossReason;
import dev.primus.core.MonoTime;
import org.jspecify.annotations.Nullable;

/**
 * What a store says about one election of a request.
 *
 * @param seen the row as it was read in the same breath; always there for a look that answers YES and for
 *     who comes in by enrolling, and welcome with a NO
 * @param cause why the outcome is unknown, in words that hold no secret; empty otherwise
 * @param granted the token of a bid that won, if the arbiter gave it a higher one than was asked for; null if not
 * @param since from when on a bid that won counts, by the bidder's own clock, if not from when it was sent; null if so
 * @param loss why a term that was to be renewed is lost, if the arbiter knows better than the row shows; null if not
 */
public record Answer(
        ElectionName election,
        Verdict verdict,
        @Nullable Sighting seen,
        String cause,
        @Nullable FencingToken granted,
        @Nullable MonoTime since,
        @Nullable LossReason loss) {

    public Answer(ElectionName election, Verdict verdict, @Nullable Sighting seen, String cause) {
        this(election, verdict, seen, cause, null, null, null);
    }

    public static Answer yes(ElectionName election) {
        return new Answer(election, Verdict.YES, null, "");
    }

    public static Answer no(ElectionName election) {
        return new Answer(election, Verdict.NO, null, "");
    }

    public static Answer unknown(ElectionName election, String cause) {
        return new Answer(election, Verdict.UNKNOWN, null, cause);
    }

    public static Answer seen(Sighting sighting) {
        return new Answer(sighting.election(), Verdict.YES, sighting, "");
    }

    /** Surely not done, and this is what the row shows instead. */
    public static Answer refused(Sighting sighting) {
        return new Answer(sighting.election(), Verdict.NO, sighting, "");
    }

    /** Won, by a term of the arbiter's choice. */
    public static Answer granted(ElectionName election, FencingToken token) {
        return new Answer(election, Verdict.YES, null, "", token, null, null);
    }

    /** Won, by a term of the arbiter's choice, for which enough were asked at that time. */
    public static Answer granted(ElectionName election, FencingToken token, MonoTime since) {
        return new Answer(election, Verdict.YES, null, "", token, since, null);
    }

    /** Lost, for this reason. */
    public static Answer lost(Sighting sighting, LossReason why) {
        return new Answer(sighting.election(), Verdict.NO, sighting, "", null, null, why);
    }
}
