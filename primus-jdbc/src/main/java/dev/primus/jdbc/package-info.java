/**
 * A lease store in an SQL database.
 *
 * <p>Start at {@link dev.primus.jdbc.JdbcStore}. {@link dev.primus.jdbc.JdbcAdmin} creates and keeps the tables,
 * {@link dev.primus.jdbc.SchemaScripts} prints them for those who create tables by hand.
 */
@NullMarked
package dev.primus.jdbc;

import org.jspecify.annotations.NullMarked;
