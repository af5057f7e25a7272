package dev.primus.core.registry;

import dev.primus.core.spi.Witness;
import java.util.List;

/**
 * A question to the row that votes like a member.
 *
 * @param round the call it belongs to; 0 for a release, which belongs to none
 */
public record Appeal(long round, Verb verb, List<Witness.Plea> pleas) {

    public Appeal {
        pleas = List.copyOf(pleas);
    }

    /** What is wanted of it. */
    public enum Verb {
        /** Would it promise? */
        ASK,
        /** Will it? */
        PROMISE,
        /** These terms are over. */
        RELEASE
    }
}
