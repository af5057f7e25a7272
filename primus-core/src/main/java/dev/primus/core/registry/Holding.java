package dev.primus.core.registry;

import dev.primus.core.MonoTime;
import dev.primus.core.Term;

/**
 * A term of this member's own.
 *
 * @param since this member's wall clock, in milliseconds
 * @param release the digest of its release commitment; empty if there is none
 * @param keptAt when its candidate last asked to keep it
 * @param outvoted whether a member heeds a later term, so that this one cannot last
 */
record Holding(Term term, String nonce, long since, String release, MonoTime keptAt, boolean outvoted) {
    static Holding granted(Term term, String nonce, long since, String release, MonoTime now) {
        return new Holding(term, nonce, since, release, now, false);
    }

    Holding keptAt(MonoTime now) {
        return new Holding(term, nonce, since, release, now, outvoted);
    }

    Holding outvotedBy(long highest) {
        return new Holding(
                term,
                nonce,
                since,
                release,
                keptAt,
                outvoted || highest > term.token().value());
    }
}
