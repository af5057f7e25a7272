package dev.primus.core.registry;

import dev.primus.core.MonoTime;
import dev.primus.core.Term;

/**
 * A term of this member's own.
 *
 * @param since this member's wall clock, in milliseconds
 * @param keptAt when its candidate last asked to keep it
 */
record Holding(Term term, String nonce, long since, MonoTime keptAt) {
    Holding keptAt(MonoTime now) {
        return new Holding(term, nonce, since, now);
    }
}
