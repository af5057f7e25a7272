/**
 * MariaDB and MySQL: a batch travels as JSON and is joined to its rows; what a statement did is known by its count, or
 * else by a mark it left in the rows.
 */
@NullMarked
package dev.primus.jdbc.mariadb;

import org.jspecify.annotations.NullMarked;
