/** Which store a command means, and how to get into it without giving a secret away. */
@NullMarked
package dev.primus.server.store;

import org.jspecify.annotations.NullMarked;
