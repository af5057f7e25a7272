/** The death watch over JDBC: the companion's process, and the process's side of the pipe to it. */
@NullMarked
package dev.primus.jdbc.deathwatch;

import org.jspecify.annotations.NullMarked;
