/** Counting by reason, which the link and the seals on it have in common. */
@NullMarked
package dev.primus.cluster.tally;

import org.jspecify.annotations.NullMarked;
