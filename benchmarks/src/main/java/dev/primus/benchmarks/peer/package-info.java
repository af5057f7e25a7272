/** Other libraries, doing the same in the same run. */
@NullMarked
package dev.primus.benchmarks.peer;

import org.jspecify.annotations.NullMarked;
