package dev.primus.guard;

import dev.primus.Leadership;

/**
 * What a write says of its writer.
 *
 * @param token the fencing token of its term; anything below 1 is refused by every guard
 * @param owner which incarnation of which node it is, written {@code core-1#7f3a9c04}; empty if it does not say
 */
public record Claim(long token, String owner) {
    /** The owner of a claim that does not name one. */
    static final String NOBODY = "";

    public static Claim of(long token) {
        return new Claim(token, NOBODY);
    }

    /** Never asks whether the term is still held: that is not what protects. */
    public static Claim of(Leadership leadership) {
        return new Claim(leadership.token(), leadership.term().leader().toString());
    }
}
