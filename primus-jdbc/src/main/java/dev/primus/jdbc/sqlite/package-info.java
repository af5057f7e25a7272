/** SQLite: several processes of one machine share a file, and the machine's own monotonic clock is the arbiter. */
@NullMarked
package dev.primus.jdbc.sqlite;

import org.jspecify.annotations.NullMarked;
