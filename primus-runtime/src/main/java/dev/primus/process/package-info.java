/** What can be known about, and done to, the processes of this host: whether one is dead, and how to end a whole tree. */
@NullMarked
package dev.primus.process;

import org.jspecify.annotations.NullMarked;
