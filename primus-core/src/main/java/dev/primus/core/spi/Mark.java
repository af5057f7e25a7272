package dev.primus.core.spi;

import dev.primus.core.ElectionName;
import dev.primus.core.Term;

/** The highest term a member has ever promised to respect in an election. */
public record Mark(ElectionName election, Term term) {}
