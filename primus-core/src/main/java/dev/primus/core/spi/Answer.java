package dev.primus.core.spi;

import dev.primus.core.ElectionName;
import org.jspecify.annotations.Nullable;

/**
 * What a store says about one election of a request.
 *
 * @param seen the row as it was read in the same breath; always there for a look that answers YES and for
 *     who comes in by enrolling, and welcome with a NO
 * @param cause why the outcome is unknown, in words that hold no secret; empty otherwise
 */
public record Answer(
        ElectionName election, Verdict verdict, @Nullable Sighting seen, String cause) {

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
}
