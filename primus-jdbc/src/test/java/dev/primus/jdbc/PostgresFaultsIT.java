package dev.primus.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.primus.core.spi.LeaseStore;
import dev.primus.core.spi.StoreException;
import dev.primus.core.spi.Verdict;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

@Tag("L8")
class PostgresFaultsIT extends ServerFaults {
    @Override
    int port() {
        return PostgresServer.port();
    }

    @Override
    DataSource direct() {
        return source(port(), "postgres", "postgres");
    }

    @Override
    DataSource through(int port) {
        return source(port, "postgres", "postgres");
    }

    @Override
    DataSource withPassword(String password) {
        try {
            run("DO $$ BEGIN CREATE ROLE nobody_here NOLOGIN; EXCEPTION WHEN duplicate_object THEN NULL; END $$");
        } catch (Exception e) {
            throw new AssertionError(e);
        }
        return source(port(), "nobody_here", password);
    }

    @Override
    String takeoverCommit() {
        return "WITH bid AS";
    }

    @Test
    @DisplayName("a server that only reads is refused, with what to do")
    void readOnly() throws Exception {
        PGSimpleDataSource source = source(port(), "postgres", "postgres");
        source.setOptions("-c default_transaction_read_only=on");
        assertThatThrownBy(() -> JdbcStore.on(source).open(session("a")))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("read-only");
    }

    @Test
    @Tag("Z2")
    @DisplayName("C1 a timeline above the recorded one raises the lineage, once")
    void timeline() throws Exception {
        JdbcStore store = JdbcStore.on(direct()).tablePrefix("timeline_").createSchema();
        store.open(session("a")).close();
        run("UPDATE timeline_meta SET value = '00000000' WHERE name = 'timeline'");
        for (int i = 0; i < 2; i++) {
            try (LeaseStore session = store.open(session("a"))) {
                win(session);
                assertThat(look(session).lineage()).isEqualTo(1);
            }
            run("UPDATE timeline_lease SET owner = '', expires_us = 0");
        }
    }

    @Test
    @Tag("L8")
    @DisplayName("CWE-89 a clock put before the server's own on the search path is not asked")
    void fakedClock() throws Exception {
        run("CREATE SCHEMA IF NOT EXISTS fake");
        run("CREATE OR REPLACE FUNCTION fake.clock_timestamp() RETURNS timestamptz LANGUAGE sql AS"
                + " 'SELECT pg_catalog.now() + interval ''1 hour'''");
        PGSimpleDataSource fooled = source(port(), "postgres", "postgres");
        fooled.setOptions("-c search_path=fake,pg_catalog,public");
        JdbcStore store = JdbcStore.on(direct()).tablePrefix("fake_").createSchema();
        try (LeaseStore holder = store.open(session("a"));
                LeaseStore thief = JdbcStore.on(fooled).tablePrefix("fake_").open(session("b"))) {
            win(holder);
            assertThat(look(thief).isLive()).isTrue();
        }
    }

    @Test
    @Tag("L8")
    @DisplayName("S1 a serializable default of the server makes no difference")
    void serializableDefault() {
        PGSimpleDataSource strict = source(port(), "postgres", "postgres");
        strict.setOptions("-c default_transaction_isolation=serializable");
        try (LeaseStore store = JdbcStore.on(strict).open(session("a"))) {
            assertThat(store.renew(List.of(win(store))).get(0).verdict()).isEqualTo(Verdict.YES);
        }
    }

    private static PGSimpleDataSource source(int port, String user, String password) {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setServerNames(new String[] {"127.0.0.1"});
        source.setPortNumbers(new int[] {port});
        source.setDatabaseName("postgres");
        source.setUser(user);
        source.setPassword(password);
        return source;
    }
}
