/** How the companion of a process gives leases back that are kept in an SQL database. */
@NullMarked
package dev.primus.jdbc.deathwatch;

import org.jspecify.annotations.NullMarked;
