/**
 * The rules of the peer registry: the row of an election lives in the members themselves. A leader holds what enough of
 * them have promised it, the first member of a view hands terms out, and who leads by them follows the rules of the
 * lease.
 */
@NullMarked
package dev.primus.core.registry;

import org.jspecify.annotations.NullMarked;
