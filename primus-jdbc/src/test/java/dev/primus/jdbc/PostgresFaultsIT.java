package dev.primus.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.primus.core.ElectionName;
import dev.primus.core.FencingToken;
import dev.primus.core.spi.Answer;
import dev.primus.core.spi.Bid;
import dev.primus.core.spi.Enrolment;
import dev.primus.core.spi.Hint;
import dev.primus.core.spi.LeaseStore;
import dev.primus.core.spi.StoreException;
import dev.primus.core.spi.Verdict;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.awaitility.Awaitility;
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
        return "ghost"; // the nonce: the statement itself travels once per connection
    }

    @Test
    @DisplayName("10,000 elections on tables that were never analysed are taken over within the I/O timeout")
    void bulkBids() throws Exception {
        JdbcStore store = JdbcStore.on(direct()).tablePrefix("bulk_").createSchema();
        try (LeaseStore open = store.open(session("a"))) {
            for (String table : List.of("lease", "term", "history")) {
                run("ALTER TABLE bulk_%s SET (autovacuum_enabled = off)".formatted(table));
            }
            for (int token = 1; token <= 2; token++) {
                for (int batch = 0; batch < 10; batch++) {
                    List<Bid> bids = bids(batch, token);
                    open.enroll(bids.stream()
                            .map(bid -> new Enrolment(bid.election(), Enrolment.Part.CANDIDATE))
                            .toList());
                    assertThat(open.acquire(bids)).extracting(Answer::verdict).containsOnly(Verdict.YES);
                }
                run("UPDATE bulk_lease SET expires_us = 0");
            }
        }
    }

    private static List<Bid> bids(int batch, int token) {
        return IntStream.range(batch * 1000, batch * 1000 + 1000)
                .mapToObj(i -> new Bid(
                        new ElectionName("e" + i), token - 1, 0, new FencingToken(token), "n" + token + "-" + i))
                .toList();
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
    @Tag("Z2")
    @DisplayName("C1 a node that runs notices a new timeline when it connects again")
    void timelineWhileRunning() throws Exception {
        JdbcStore store = JdbcStore.on(direct()).tablePrefix("promoted_").createSchema();
        try (LeaseStore session = store.open(session("a"))) {
            win(session);
            assertThat(look(session).lineage()).isZero();
            run("UPDATE promoted_meta SET value = '00000000' WHERE name = 'timeline'");
            run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
                    + " AND query LIKE '%promoted_%'");
            Awaitility.await()
                    .atMost(Duration.ofSeconds(10))
                    .until(() -> look(session).lineage() == 1);
        }
    }

    @Test
    @DisplayName("a notification that names no election is passed over")
    void foreignNotification() throws Exception {
        JdbcStore store = JdbcStore.on(direct()).tablePrefix("noise_").createSchema();
        try (LeaseStore session = store.open(session("a"))) {
            BlockingQueue<Hint> heard = new LinkedBlockingQueue<>();
            session.listen(heard::add);
            Hint hint;
            do {
                hint = heard.poll(10, TimeUnit.SECONDS);
                assertThat(hint).isNotNull();
            } while (!hint.equals(Hint.ANYTHING));
            run("DO $$ DECLARE c text; BEGIN FOR c IN SELECT substring(query FROM 'LISTEN (.*)') FROM pg_stat_activity"
                    + " WHERE query LIKE 'LISTEN %' LOOP PERFORM pg_notify(c, 'no name!'); PERFORM pg_notify(c, 'x');"
                    + " END LOOP; END $$");
            assertThat(heard.poll(10, TimeUnit.SECONDS)).isEqualTo(Hint.changed(new ElectionName("x")));
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
