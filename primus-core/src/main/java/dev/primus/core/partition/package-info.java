/**
 * Who works on which partition: the workers, the task lists and what is held now go in, and a plan comes out that evens
 * out what each has and moves no more than that takes. The same input gives the same plan, in whatever order it is told,
 * and a plan for what a plan aimed at is empty.
 *
 * <p>Carrying a plan out, so that no partition ever has two workers, is not done here.
 */
@NullMarked
package dev.primus.core.partition;

import org.jspecify.annotations.NullMarked;
