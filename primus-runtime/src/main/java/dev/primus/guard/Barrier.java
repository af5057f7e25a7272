package dev.primus.guard;

import dev.primus.Leadership;

/**
 * What a new leader does before any duty of its term begins: it lets a resource know its token. A guard can refuse a
 * former leader only from then on.
 *
 * <p>Raising is monotone (a mark never falls) and idempotent (it may be done again in the same term, and after an error
 * whose outcome is not known it should be).
 */
@FunctionalInterface
public interface Barrier {
    /**
     * Returns when no write of a former leader can get through any more.
     *
     * @throws StaleTokenException if a later leader has been there: this term is over, whatever its handle says
     * @throws Exception if it is not known whether the resource was reached
     */
    void raise(Leadership leadership) throws Exception;
}
