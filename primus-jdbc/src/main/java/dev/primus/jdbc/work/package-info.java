/**
 * Work that is shared out over workers, in tables: {@link dev.primus.jdbc.work.JdbcWorkers} is the workers' side, {@link
 * dev.primus.jdbc.work.JdbcPlans} the coordinator's, {@link dev.primus.jdbc.work.JdbcWork} that of people. What a row means
 * and by which rule it changes is said once, in the class that has its name.
 */
@NullMarked
package dev.primus.jdbc.work;

import org.jspecify.annotations.NullMarked;
