/** Lease stores over JDBC: SQLite for one machine, PostgreSQL, MariaDB and MySQL for many. */
module dev.primus.jdbc {
    requires transitive dev.primus.core;
    requires transitive dev.primus.runtime;
    requires transitive java.sql;
    requires org.slf4j;

    exports dev.primus.jdbc;
    exports dev.primus.jdbc.guard;
}
