/** Nodes that decide among themselves and find each other through a store. */
@NullMarked
package dev.primus.server.peers;

import org.jspecify.annotations.NullMarked;
