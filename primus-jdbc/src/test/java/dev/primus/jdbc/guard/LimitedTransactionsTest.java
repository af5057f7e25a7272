package dev.primus.jdbc.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What becomes of a pool's connection when something goes wrong, step by step: no server fails on demand like this. */
class LimitedTransactionsTest {
    /** What this thread has asked of the connection. */
    private final List<String> calls = new CopyOnWriteArrayList<>();

    private final Set<String> failing = new HashSet<>();
    private final Thread caller = Thread.currentThread();
    private Runnable whileSetting = () -> {};
    private Runnable beforeForeignAbort = () -> {};

    private final Connection connection = (Connection) Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {Connection.class},
            (self, method, args) -> switch (method.getName()) {
                case "getAutoCommit" -> true;
                case "isClosed" -> false;
                case "setAutoCommit" -> call("setAutoCommit " + args[0]);
                default -> call(method.getName());
            });

    private final DataSource source = (DataSource) Proxy.newProxyInstance(
            getClass().getClassLoader(), new Class<?>[] {DataSource.class}, (self, method, args) -> connection);

    private final Limits limits = new Limits() {
        @Override
        public Undo remember(Connection unused) throws SQLException {
            call("remember");
            return after -> call("undo");
        }

        @Override
        public void set(Connection unused) throws SQLException {
            whileSetting.run();
            call("set");
        }

        @Override
        public void setAgain(Connection unused) throws SQLException {
            call("set again");
        }

        @Override
        public Duration idle() {
            return Duration.ofSeconds(1);
        }
    };

    private Void call(String name) throws SQLException {
        if (Thread.currentThread() != caller) {
            beforeForeignAbort.run();
            return null;
        }
        calls.add(name);
        if (failing.contains(name)) {
            throw new SQLException(name + " fails");
        }
        return null;
    }

    private String run(Duration limit) throws SQLException {
        return new LimitedTransactions(source, limits, limit).run(lent -> {
            call("work");
            return "done";
        });
    }

    private void fails(String what) {
        assertThatThrownBy(() -> run(Duration.ofMinutes(1))).hasMessage(what + " fails");
    }

    @Test
    @DisplayName("all goes well")
    void well() throws Exception {
        assertThat(run(Duration.ofMinutes(1))).isEqualTo("done");
        assertThat(calls)
                .containsExactly(
                        "setAutoCommit false",
                        "remember",
                        "set",
                        "work",
                        "commit",
                        "undo",
                        "setAutoCommit true",
                        "close");
    }

    @Test
    @DisplayName("if the limits cannot be read, auto-commit is put back")
    void cannotRemember() {
        failing.add("remember");
        fails("remember");
        assertThat(calls).containsExactly("setAutoCommit false", "remember", "rollback", "setAutoCommit true", "close");
    }

    @Test
    @DisplayName("if the limits cannot be set, the former ones and auto-commit are put back")
    void cannotSet() {
        failing.add("set");
        fails("set");
        assertThat(calls)
                .containsExactly(
                        "setAutoCommit false", "remember", "set", "rollback", "undo", "setAutoCommit true", "close");
    }

    @Test
    @DisplayName("Z2 what was not rolled back is not committed by switching auto-commit on: the connection is ended")
    void cannotRollBack() {
        failing.addAll(List.of("work", "rollback"));
        fails("work");
        assertThat(calls)
                .containsSubsequence("work", "rollback", "abort", "close")
                .doesNotContain("commit", "undo", "setAutoCommit true");
    }

    @Test
    @DisplayName("what cannot be set back is ended before it goes back, and what was committed is reported so")
    void cannotUndo() throws Exception {
        failing.add("undo");
        assertThat(run(Duration.ofMinutes(1))).isEqualTo("done");
        assertThat(calls).containsSubsequence("commit", "undo", "abort", "close");
    }

    @Test
    @DisplayName("what was committed is reported so, however the closing goes")
    void cannotClose() throws Exception {
        failing.add("close");
        assertThat(run(Duration.ofMinutes(1))).isEqualTo("done");
    }

    @Test
    @DisplayName("a connection that was cut is dead before it goes back, though the cut hangs in another thread")
    void cutWhileSetting() {
        CountDownLatch cut = new CountDownLatch(1);
        CountDownLatch over = new CountDownLatch(1);
        beforeForeignAbort = () -> {
            cut.countDown();
            await(over);
        };
        whileSetting = () -> await(cut);
        failing.add("set");
        assertThatThrownBy(() -> run(Duration.ofSeconds(2)))
                .isInstanceOf(SQLTimeoutException.class)
                .hasMessageContaining("allowed is PT2S")
                .hasRootCauseMessage("set fails");
        assertThat(calls).containsSubsequence("set", "abort", "close").doesNotContain("work", "commit");
        over.countDown();
    }

    private static void await(CountDownLatch event) {
        try {
            assertThat(event.await(20, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
