/** The node: one mailbox, one thread, sole writer of the state of all elections of a process. */
@NullMarked
package dev.primus.runtime.node;

import org.jspecify.annotations.NullMarked;
