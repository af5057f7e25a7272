package dev.primus.core.spi;

import dev.primus.core.ElectionName;
import dev.primus.core.Term;
import java.time.Duration;

/**
 * The highest term a member has ever promised to respect in an election.
 *
 * @param span how long a promise of that life may bind its next one, whatever times that goes by
 */
public record Mark(ElectionName election, Term term, Duration span) {}
