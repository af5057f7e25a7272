/**
 * The ballot's messages on their way: JSON in signed envelopes, over any link between peers.
 *
 * <p>Start at {@link dev.primus.cluster.ballot.SignedLink}; keys are {@link dev.primus.cluster.ballot.NodeKey} and
 * {@link dev.primus.cluster.ballot.Members}.
 */
@NullMarked
package dev.primus.cluster.ballot;

import org.jspecify.annotations.NullMarked;
