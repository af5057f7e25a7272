/** PostgreSQL: each verb is one statement, decided by the server's clock; locked rows are passed over, not waited for. */
@NullMarked
package dev.primus.jdbc.postgres;

import org.jspecify.annotations.NullMarked;
