package dev.primus.core.ballot;

import dev.primus.core.MonoTime;
import dev.primus.core.Term;

/**
 * A term of this member's own: won, and held as soon as it is granted.
 *
 * @param since this member's wall clock, in milliseconds
 * @param release the digest of its release commitment; empty if there is none
 * @param begunAt when it was won
 * @param keptAt when its candidate last asked to keep it
 * @param granted whether a round of its heartbeats was carried, so that its candidate has been told
 * @param outvoted whether a voter is in a later term, and so cannot come back to this one
 */
record Holding(
        Term term,
        String nonce,
        long since,
        String release,
        MonoTime begunAt,
        MonoTime keptAt,
        boolean granted,
        boolean outvoted) {

    static Holding won(Term term, String nonce, long since, String release, MonoTime now) {
        return new Holding(term, nonce, since, release, now, now, false, false);
    }

    Holding grantedNow() {
        return new Holding(term, nonce, since, release, begunAt, keptAt, true, outvoted);
    }

    Holding keptAt(MonoTime now) {
        return new Holding(term, nonce, since, release, begunAt, now, granted, outvoted);
    }

    Holding outvotedBy(long highest) {
        return new Holding(
                term,
                nonce,
                since,
                release,
                begunAt,
                keptAt,
                granted,
                outvoted || highest > term.token().value());
    }
}
