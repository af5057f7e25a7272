package dev.primus.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.primus.core.ClusterName;
import dev.primus.core.ElectionName;
import dev.primus.core.FencingToken;
import dev.primus.core.spi.StoreException;
import dev.primus.guard.Admission;
import dev.primus.guard.Claim;
import dev.primus.guard.StaleTokenException;
import dev.primus.jdbc.guard.FenceColumn;
import dev.primus.jdbc.guard.FenceRow;
import dev.primus.jdbc.guard.JdbcGuards;
import dev.primus.jdbc.guard.Write;
import dev.primus.jdbc.store.Tables;
import dev.primus.jdbc.store.Transaction;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A leader is paused between its check and its write, and replaced meanwhile: what each guard does about it. */
@Tag("Z2")
abstract class GuardScenarios {
    final Reign former = Reign.of("former", 41);
    final Reign present = Reign.of("present", 42);
    final String resource = "accounts/" + UUID.randomUUID();
    Accounts accounts;

    abstract DataSource source();

    /** Queries for what a connection must have again when it goes back to its pool. */
    abstract List<String> settings();

    /** What is unusual about a connection before it is lent. */
    List<String> habits() {
        return List.of();
    }

    @BeforeEach
    final void tables() throws Exception {
        JdbcStore.on(source()).admin().createOrUpgrade();
        accounts = new Accounts(source(), "guarded_account");
        accounts.create();
    }

    final JdbcGuards guards() {
        return JdbcGuards.on(source()).limit(Duration.ofSeconds(1));
    }

    final FenceRow fence() {
        return guards().fence(resource);
    }

    private static PollRow poll(long second, String state, Reign by) {
        Instant due = Instant.ofEpochSecond(second);
        Instant end = state.equals("RUNNING") ? null : due.plusMillis(7);
        return new PollRow("web", due, state, by.token(), "poller-1#0001", due, end, end == null ? "" : "200 – gut");
    }

    @Test
    @DisplayName("polls: a due time has one run only, an end is final, and a former coordinator writes nothing")
    void pollRuns() throws Exception {
        ClusterName cluster = new ClusterName("polls-" + UUID.randomUUID());
        JdbcStore store = JdbcStore.on(source());
        try (JdbcPolls polls = store.polls(cluster, new ElectionName("coordinator"), Duration.ofSeconds(4))) {
            polls.raise(former);
            polls.keep(former, List.of(poll(10, "RUNNING", former), poll(20, "RUNNING", former)), List.of());
            polls.keep(former, List.of(), List.of(poll(10, "DONE", former)));
            assertThatThrownBy(() -> polls.keep(
                            former, List.of(poll(30, "RUNNING", former), poll(20, "RUNNING", former)), List.of()))
                    .isInstanceOf(SQLException.class);
            polls.raise(present);
            assertThatThrownBy(() -> polls.keep(former, List.of(poll(40, "RUNNING", former)), List.of()))
                    .isInstanceOf(StaleTokenException.class);
            assertThatThrownBy(() -> polls.keep(former, List.of(), List.of(poll(20, "DONE", former))))
                    .isInstanceOf(StaleTokenException.class);
            polls.keep(present, List.of(), List.of(poll(20, "FAILED", present), poll(10, "FAILED", present)));
            assertThat(polls.latest("web", 10)).containsExactly(poll(20, "FAILED", present), poll(10, "DONE", former));
            polls.forget(present, "web", Instant.ofEpochSecond(20));
            assertThat(polls.latest("web", 10)).hasSize(1);
            assertThat(polls.latest("other", 10)).isEmpty();
        }
    }

    @Test
    @DisplayName("control: without a guard the late write replaces the present leader's")
    void unguarded() throws Exception {
        assertThat(former.isHeld()).as("its check, then the pause").isTrue();
        write("present");
        write("former");
        assertThat(accounts.writer()).as("the update that was lost").isEqualTo("former");
    }

    @Test
    @DisplayName("C2 fence row: the late write of a leader that was replaced is refused, and told by what")
    void lateWrite() throws Exception {
        FenceRow fence = fence();
        fence.raise(former);
        assertThat(fence.apply(former, accounts.writtenBy("former")).isAdmitted())
                .isTrue();
        assertThat(fence.apply(former, accounts.writtenBy("former, again")).isAdmitted())
                .as("the same leader writes a second time")
                .isTrue();
        fence.raise(present);
        fence.apply(present, accounts.writtenBy("present")).orThrow();

        Admission late = fence.apply(former, accounts.writtenBy("former, late"));

        assertThat(late).isEqualTo(new Admission.Stale(resource, 41, 42));
        assertThat(accounts.writer()).isEqualTo("present");
        assertThat(fence.admitted()).isEqualTo(3);
        assertThat(fence.rejected()).isEqualTo(1);
    }

    @Test
    @DisplayName("C3 fence row: the barrier alone stops the former leader, before the present one has written")
    void barrier() throws Exception {
        FenceRow fence = fence();
        fence.raise(former);
        fence.raise(present);
        assertThat(fence.apply(former, accounts.writtenBy("former")).isAdmitted())
                .isFalse();
        assertThat(accounts.writer()).isEqualTo("nobody");
    }

    @Test
    @DisplayName("C3 fence row, control: without the barrier the late write gets through")
    void noBarrier() throws Exception {
        FenceRow fence = fence();
        fence.raise(former);
        assertThat(fence.apply(former, accounts.writtenBy("former")).isAdmitted())
                .isTrue();
        assertThat(accounts.writer()).isEqualTo("former");
    }

    @Test
    @DisplayName("fence row: a barrier may be raised again, never lowers, and is no write")
    void monotoneAndIdempotent() throws Exception {
        FenceRow fence = fence();
        fence.raise(present);
        fence.raise(present);
        assertThatThrownBy(() -> fence.raise(former))
                .isInstanceOfSatisfying(
                        StaleTokenException.class,
                        e -> assertThat(e.answer()).isEqualTo(new Admission.Stale(resource, 41, 42)));
        assertThat(fence.apply(present, accounts.writtenBy("present")).isAdmitted())
                .isTrue();
        assertThat(fence.admitted()).isEqualTo(1);
        assertThat(fence.rejected()).isZero();
    }

    @Test
    @DisplayName("C2 fence row: a restart of the guarded side forgets nothing")
    void restart() throws Exception {
        fence().raise(present);
        assertThat(fence().apply(former, accounts.writtenBy("former")).isAdmitted())
                .isFalse();
    }

    @Test
    @DisplayName("C2 fence row: what is no token is refused, and a token that was issued twice is the first one's")
    void zeroAndTwice() throws Exception {
        FenceRow fence = fence();
        assertThat(fence.apply(Claim.of(0), List.of(accounts.writtenBy("zero"))))
                .isEqualTo(new Admission.Stale(resource, 0, 0));
        fence.raise(present);
        assertThat(fence.apply(Reign.of("twin", 42), accounts.writtenBy("twin")))
                .isEqualTo(new Admission.Stale(resource, 42, 42));
        assertThat(accounts.writer()).isEqualTo("nobody");
    }

    @Test
    @DisplayName("C1 fence row: a raised lineage is above all that was before")
    void lineage() throws Exception {
        FenceRow fence = fence();
        fence.raise(Reign.of("before", FencingToken.floorOf(1) - 1));
        fence.raise(Reign.of("after", FencingToken.floorOf(FencingToken.MAX_LINEAGE) + 1));
        assertThat(fence.apply(Reign.of("before", FencingToken.floorOf(1) - 1), accounts.writtenBy("before"))
                        .isAdmitted())
                .isFalse();
    }

    @Test
    @DisplayName("fence row: clusters and resources do not see each other")
    void apart() throws Exception {
        fence().raise(present);
        FenceRow elsewhere = guards().cluster("elsewhere").fence(resource);
        assertThat(elsewhere.apply(former, accounts.writtenBy("elsewhere")).isAdmitted())
                .isTrue();
        assertThat(guards().fence(resource + "-2")
                        .apply(former, accounts.writtenBy("other"))
                        .isAdmitted())
                .isTrue();
    }

    @Test
    @DisplayName("fence row: if it was deleted nothing gets through")
    void deleted() throws Exception {
        FenceRow fence = fence();
        fence.raise(present);
        accounts.run("DELETE FROM primus_fence WHERE resource = '%s'".formatted(resource));
        assertThatThrownBy(() -> fence.apply(present, accounts.writtenBy("present")))
                .hasMessageContaining("the fence row of '%s' is gone".formatted(resource));
        assertThat(accounts.writer()).isEqualTo("nobody");
    }

    @Test
    @DisplayName("a missing table and bad names are named")
    void mistakes() {
        assertThatThrownBy(() -> guards().tablePrefix("nowhere_").fence("a"))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("nowhere_fence")
                .hasMessageContaining("createOrUpgrade()");
        assertThatThrownBy(() -> guards().fence("a b"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("resource 'a b'");
        assertThatThrownBy(() -> guards().lease(Duration.ofMillis(100)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("allowed is PT0.05S");
        assertThatThrownBy(() -> FenceColumn.of("account; DROP TABLE account"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    @DisplayName("C2 fence column: the late write to a row that the present leader has written is refused")
    void column() throws Exception {
        FenceColumn fence = FenceColumn.of("guarded_account");
        try (Connection connection = source().getConnection()) {
            assertThat(set(fence, connection, former, 1)).isEqualTo(1);
            assertThat(set(fence, connection, former, 1))
                    .as("the same leader writes a second time")
                    .isEqualTo(1);
            assertThat(set(fence, connection, present, 1)).isEqualTo(1);
            assertThatThrownBy(() -> set(fence, connection, former, 1))
                    .isInstanceOfSatisfying(
                            StaleTokenException.class,
                            e -> assertThat(e.answer()).isEqualTo(new Admission.Stale("guarded_account", 41, 42)));
            assertThat(set(fence, connection, former, 3)).as("no such row").isZero();
            assertThatThrownBy(() -> fence.update(connection, Claim.of(0), "writer = ?", "id = ?", "zero", 2))
                    .isInstanceOf(StaleTokenException.class);
        }
        assertThat(accounts.writer()).isEqualTo("present");
        assertThat(accounts.writer(2)).isEqualTo("nobody");
        assertThat(fence.admitted()).isEqualTo(3);
        assertThat(fence.rejected()).isEqualTo(2);
    }

    @Test
    @DisplayName("fence column, the weaker form: a row that the present leader has not written is open to the former")
    void columnIsWeaker() throws Exception {
        FenceColumn fence = FenceColumn.of("guarded_account");
        try (Connection connection = source().getConnection()) {
            set(fence, connection, present, 1);
            assertThat(set(fence, connection, former, 2)).isEqualTo(1);
        }
        assertThat(accounts.writer(2)).isEqualTo("former");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"writer = 'why?'", "\"writer\" = ?", "`writer` = ?", "writer = ? -- ?", "writer = ? /* ? */"})
    @DisplayName("fence column: where a question mark might be no parameter it is refused, with what to do instead")
    void columnWithQuotes(String set) throws Exception {
        FenceColumn fence = FenceColumn.of("guarded_account");
        try (Connection connection = source().getConnection()) {
            assertThatThrownBy(() -> fence.update(connection, Claim.of(present), set, "id = ?", "present", 1))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(set)
                    .hasMessageContaining("as a value");
        }
        assertThat(accounts.writer()).isEqualTo("nobody");
    }

    private static int set(FenceColumn fence, Connection connection, Reign by, int id) throws Exception {
        return fence.update(
                connection,
                Claim.of(by),
                "writer = ?",
                "id = ?",
                by.term().leader().name().value(),
                id);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 6})
    @Tag("L1")
    @DisplayName("L1 tables of every earlier version are upgraded in place, and keep their terms")
    void upgrade(int version) throws Exception {
        String prefix = "v%d_".formatted(version);
        JdbcStore old = JdbcStore.on(source()).tablePrefix(prefix);
        Tables tables = Tables.withPrefix(prefix);
        for (int step = 1; step <= version; step++) {
            for (String sql : SchemaScripts.statements(old.admin().dialect(), tables, step)) {
                accounts.run(sql);
            }
        }
        accounts.run("INSERT INTO %sterm (cluster, election, epoch) VALUES ('default', 'coordinator', 41)"
                .formatted(prefix));
        assertThatThrownBy(() -> old.admin().check()).isInstanceOf(StoreException.class);
        old.admin().createOrUpgrade();
        old.admin().createOrUpgrade();
        old.admin().check();
        FenceRow fence = old.guards().fence(resource);
        fence.raise(present);
        assertThat(fence.apply(former, accounts.writtenBy("former")).isAdmitted())
                .isFalse();
        try (Connection connection = source().getConnection();
                var statement = connection.createStatement();
                var row = statement.executeQuery("SELECT epoch FROM %sterm".formatted(prefix))) {
            assertThat(row.next()).isTrue();
            assertThat(row.getLong(1)).isEqualTo(41);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @DisplayName("a connection goes back to its pool as it came")
    void givenBackAsItCame(boolean autoCommit) throws Exception {
        try (Connection lent = source().getConnection()) {
            for (String habit : habits()) {
                Transaction.run(lent, habit);
            }
            List<String> before = settings(lent);
            lent.setAutoCommit(autoCommit);
            FenceRow fence = JdbcGuards.on(Lender.of(lent)).fence(resource);
            fence.apply(present, accounts.writtenBy("present")).orThrow();
            assertThat(fence.apply(former, accounts.writtenBy("former")).isAdmitted())
                    .isFalse();
            assertThatThrownBy(() -> fence.apply(present, Write.of("UPDATE nowhere SET a = 1")))
                    .isInstanceOf(SQLException.class);
            assertThat(lent.getAutoCommit()).isEqualTo(autoCommit);
            if (!autoCommit) {
                lent.rollback();
                lent.setAutoCommit(true);
            }
            assertThat(settings(lent)).isEqualTo(before);
            assertThat(accounts.writer()).isEqualTo("present");
        }
    }

    final List<String> settings(Connection connection) throws SQLException {
        List<String> found = new ArrayList<>();
        for (String query : settings()) {
            try (var statement = connection.createStatement();
                    var row = statement.executeQuery(query)) {
                row.next();
                found.add(query + " = " + row.getString(1));
            }
        }
        return found;
    }

    private void write(String writer) throws Exception {
        try (Connection connection = source().getConnection()) {
            accounts.write(connection, writer);
        }
    }
}
