/** Ports to the outside, a handful of verbs each. A {@link dev.primus.core.spi.LeaseStore} takes lists and answers with
 * values, never with an exception; a {@link dev.primus.core.spi.Ledger} is read by people, and throws. */
@NullMarked
package dev.primus.core.spi;

import org.jspecify.annotations.NullMarked;
