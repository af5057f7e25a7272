package dev.primus.core.registry;

import dev.primus.core.MonoTime;
import dev.primus.core.Term;

/**
 * A term of this member's own.
 *
 * @param since this member's wall clock, in milliseconds
 * @param keptAt when its candidate last asked to keep it
 * @param outvoted whether a member heeds a later term, so that this one cannot last
 */
record Holding(Term term, String nonce, long since, MonoTime keptAt, boolean outvoted) {
    static Holding granted(Term term, String nonce, long since, MonoTime now) {
        return new Holding(term, nonce, since, now, false);
    }

    Holding keptAt(MonoTime now) {
        return new Holding(term, nonce, since, now, outvoted);
    }

    Holding outvotedBy(long highest) {
        return new Holding(
                term, nonce, since, keptAt, outvoted || highest > term.token().value());
    }
}
