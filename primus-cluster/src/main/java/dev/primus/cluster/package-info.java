/**
 * A node's way to its peers, over JGroups with a protocol stack of our own.
 *
 * <p>Start at {@link dev.primus.cluster.JGroupsLink} and {@link dev.primus.cluster.PeerSettings}.
 */
@NullMarked
package dev.primus.cluster;

import org.jspecify.annotations.NullMarked;
