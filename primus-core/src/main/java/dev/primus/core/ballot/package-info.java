/**
 * The rules of the scored ballot: candidates state measured facts of themselves, voters work out the scores and vote, a
 * majority decides, and a leader holds what a majority of acknowledged heartbeats gives it. Who leads by them follows the
 * rules of the lease.
 */
@NullMarked
package dev.primus.core.ballot;

import org.jspecify.annotations.NullMarked;
