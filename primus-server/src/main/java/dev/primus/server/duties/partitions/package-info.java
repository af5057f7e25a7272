/** Sharing work out over workers, as a duty of a node's leader. */
@NullMarked
package dev.primus.server.duties.partitions;

import org.jspecify.annotations.NullMarked;
