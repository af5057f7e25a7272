/** The registry at work: a member that decides on the node's own thread, and what it says and keeps. */
@NullMarked
package dev.primus.runtime.peers;

import org.jspecify.annotations.NullMarked;
