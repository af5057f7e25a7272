/**
 * Guards that are kept in the database of the data they guard. Start at {@link dev.primus.jdbc.guard.JdbcGuards}.
 *
 * <ul>
 *   <li>{@link dev.primus.jdbc.guard.FenceRow}: a mark for each resource, raised by a barrier. Works everywhere.
 *   <li>{@link dev.primus.jdbc.guard.TermGuard}: locks the term itself, where the leases are in the same database server.
 *       A takeover waits for the transaction that runs, and not for long.
 *   <li>{@link dev.primus.jdbc.guard.FenceColumn}: a mark in each row. The weakest: it guards only rows that the present
 *       leader has written.
 * </ul>
 */
@NullMarked
package dev.primus.jdbc.guard;

import org.jspecify.annotations.NullMarked;
