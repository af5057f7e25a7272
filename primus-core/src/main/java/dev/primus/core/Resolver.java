package dev.primus.core;

import java.util.List;

/**
 * Chooses who goes on when two sides of a partition meet and each has a leader. Must be a function of what it is given:
 * it may be asked twice, on different members.
 */
@FunctionalInterface
public interface Resolver {
    /** The lower name goes on. */
    Resolver LOWER_NAME = claims ->
            claims.stream().min((a, b) -> a.leader().compareTo(b.leader())).orElseThrow();

    /** One of these, which come in the order of their numbers. */
    Term choose(List<Term> claims);
}
