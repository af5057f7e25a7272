/**
 * How fit a candidate is: facts and weights in, a score out. All of it is counted in whole numbers, so that a voter that
 * scores a candidate anew finds what every other voter finds.
 */
@NullMarked
package dev.primus.core.ballot.score;

import org.jspecify.annotations.NullMarked;
