/** Starts duties with a term and proves them stopped after it. */
@NullMarked
package dev.primus.runtime.duty;

import org.jspecify.annotations.NullMarked;
