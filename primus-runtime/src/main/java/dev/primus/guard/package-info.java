/**
 * Guards for what a leader writes: they refuse the late write of one that was replaced.
 *
 * <p>All judge by one rule, {@link dev.primus.guard.HighWaterMark}, and answer with an
 * {@link dev.primus.guard.Admission}. They differ in where the mark is kept, and so in what a restart of the guarded side
 * forgets. A new leader raises the mark by a {@link dev.primus.guard.Barrier} before it does anything else. Tokens of
 * different elections cannot be compared: one resource, one election.
 */
@NullMarked
package dev.primus.guard;

import org.jspecify.annotations.NullMarked;
