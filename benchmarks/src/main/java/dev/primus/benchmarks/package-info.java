/** How fast, how costly, and beside whom: every figure comes with something from the same run to compare it with. */
@NullMarked
package dev.primus.benchmarks;

import org.jspecify.annotations.NullMarked;
