package dev.primus.core.election;

import dev.primus.core.Term;

/**
 * The end of a term's duties.
 *
 * @param proved every duty's thread has ended; false if one had to be abandoned, and then nothing is released
 */
public record DutiesStopped(Term term, boolean proved) {}
