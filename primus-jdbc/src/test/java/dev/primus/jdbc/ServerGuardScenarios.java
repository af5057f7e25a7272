package dev.primus.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.primus.NotLeadingException;
import dev.primus.core.ElectionName;
import dev.primus.core.spi.Hold;
import dev.primus.core.spi.Verdict;
import dev.primus.guard.Admission;
import dev.primus.guard.Claim;
import dev.primus.guard.StaleTokenException;
import dev.primus.jdbc.guard.FenceRow;
import dev.primus.jdbc.guard.JdbcGuards;
import dev.primus.jdbc.guard.TermGuard;
import java.sql.Connection;
import java.sql.SQLTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is possible where a server has row locks and can end a session. */
@Timeout(60)
abstract class ServerGuardScenarios extends GuardScenarios {
    private final ElectionName election = new ElectionName("coordinator-" + UUID.randomUUID());

    /** With account and password. */
    abstract String url();

    @Test
    @DisplayName("C2 fence row: a check cannot be overtaken: the barrier waits for the writer's transaction")
    void notOvertaken() throws Exception {
        FenceRow fence = fence();
        fence.raise(former);
        try (Connection writer = source().getConnection()) {
            writer.setAutoCommit(false);
            assertThat(fence.check(writer, Claim.of(former)).isAdmitted()).isTrue();
            List<String> order = new ArrayList<>();
            present.onSleep(() -> {
                if (order.isEmpty()) {
                    order.add("the barrier found the row locked");
                    writeAndCommit(writer);
                }
            });
            fence.raise(present);
            assertThat(order).hasSize(1);
            assertThat(fence.check(writer, Claim.of(former))).isEqualTo(new Admission.Stale(resource, 41, 42));
            writer.rollback();
        }
        assertThat(accounts.writer()).as("written before the barrier stood").isEqualTo("former");
    }

    private void writeAndCommit(Connection writer) {
        try {
            accounts.write(writer, "former");
            writer.commit();
        } catch (java.sql.SQLException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    @DisplayName("fence row: a check that would end before the write is refused")
    void autoCommit() throws Exception {
        FenceRow fence = fence();
        try (Connection connection = source().getConnection()) {
            assertThatThrownBy(() -> fence.check(connection, Claim.of(present)))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("setAutoCommit(false)");
        }
    }

    @Test
    @DisplayName("C2 fence row: the work of a stale leader is not even begun, that of the present one is committed")
    void fencedRun() throws Exception {
        FenceRow fence = fence();
        fence.raise(present);
        AtomicInteger begun = new AtomicInteger();
        assertThatThrownBy(() -> fence.run(Claim.of(former), connection -> begun.incrementAndGet()))
                .isInstanceOf(StaleTokenException.class);
        assertThat(begun).hasValue(0);
        fence.run(Claim.of(present), connection -> {
            accounts.write(connection, "present");
            return true;
        });
        assertThat(accounts.writer()).isEqualTo("present");
        assertThatThrownBy(() -> fence.run(Claim.of(present), connection -> {
                    accounts.write(connection, "half done");
                    throw new IllegalStateException("of the user's own");
                }))
                .hasMessage("of the user's own");
        assertThat(accounts.writer()).isEqualTo("present");
    }

    @Test
    @DisplayName("C2 term guard: the write of a leader that was replaced is refused, and told by what")
    void termGuard() throws Exception {
        TermGuard guard = guards().terms();
        try (Rival first = Rival.enrol(source(), election, "former");
                Rival second = Rival.enrol(source(), election, "present")) {
            Hold old = first.bid().orElseThrow();
            Reign paused = first.reign(old);
            write(guard, paused, "former");
            write(guard, paused, "former, again");
            first.release(old);
            Reign successor = second.reign(second.bid().orElseThrow());

            assertThatThrownBy(() -> write(guard, paused, "former, late"))
                    .isInstanceOfSatisfying(
                            StaleTokenException.class,
                            e -> assertThat(e.answer())
                                    .isEqualTo(new Admission.Stale("primus_term", paused.token(), successor.token())));

            assertThat(accounts.writer()).isEqualTo("former, again");
            write(guard, successor, "present");
            assertThat(accounts.writer()).isEqualTo("present");
            assertThat(guard.admitted()).isEqualTo(3);
            assertThat(guard.rejected()).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("C2 term guard: a term that the store has forgotten, and an election that it never knew, are refused")
    void forgottenTerm() throws Exception {
        TermGuard guard = guards().terms();
        try (Rival first = Rival.enrol(source(), election, "former")) {
            long token = first.bid().orElseThrow().token().value();
            assertThatThrownBy(() -> write(guard, Reign.of(election, "ghost", token + 1), "ghost"))
                    .isInstanceOf(StaleTokenException.class)
                    .hasMessageContaining("has forgotten");
        }
        ElectionName unknown = new ElectionName("never-heard-of");
        assertThatThrownBy(() -> write(guard, Reign.of(unknown, "ghost", 1), "ghost"))
                .isInstanceOf(StaleTokenException.class);
        assertThat(accounts.writer()).isEqualTo("nobody");
    }

    @Test
    @DisplayName("C5 term guard: who does not lead by its own clock does not even ask")
    void notHeld() {
        TermGuard guard = JdbcGuards.on(source()).terms();
        assertThatThrownBy(() -> write(guard, Reign.of(election, "former", 1).over(), "former"))
                .isInstanceOf(NotLeadingException.class);
        assertThat(guard.limit()).as("a quarter of the usual lease").isEqualTo(Duration.ofMillis(2500));
        assertThat(guard.idleLimit()).isBetween(Duration.ofMillis(2500), Duration.ofSeconds(3));
    }

    @Test
    @DisplayName("Live1 term guard: a takeover waits for the running transaction, a renewal does not")
    void takeoverWaits() throws Exception {
        TermGuard guard = JdbcGuards.on(source()).limit(Duration.ofSeconds(20)).terms();
        try (Rival first = Rival.enrol(source(), election, "former");
                Rival second = Rival.enrol(source(), election, "present")) {
            Hold old = first.bid().orElseThrow();
            guard.run(first.reign(old), connection -> {
                assertThat(first.renew(old)).isEqualTo(Verdict.YES);
                accounts.write(connection, "former");
                first.release(old);
                assertThat(second.bid()).as("the term is locked").isEmpty();
                return true;
            });
            assertThat(second.bid()).as("the transaction is over").isPresent();
            assertThat(accounts.writer()).isEqualTo("former");
        }
    }

    @Test
    @DisplayName("Live1 term guard: a transaction older than the limit is ended by its own process, busy as it is")
    void tooOld() throws Exception {
        TermGuard guard = JdbcGuards.on(source()).limit(Duration.ofSeconds(3)).terms();
        try (Rival first = Rival.enrol(source(), election, "former");
                Rival second = Rival.enrol(source(), election, "present")) {
            Hold old = first.bid().orElseThrow();
            first.release(old);
            assertThatThrownBy(() -> guard.run(first.reign(old), this::writeForEver))
                    .isInstanceOf(SQLTimeoutException.class)
                    .hasMessageContaining("allowed is PT3S");
            Awaitility.await()
                    .atMost(Duration.ofSeconds(10))
                    .until(() -> second.bid().isPresent());
            assertThat(accounts.writer()).isEqualTo("nobody");
        }
    }

    /** Never idle, and no statement is long: no limit of the server's is met. */
    private boolean writeForEver(Connection connection) throws java.sql.SQLException {
        while (!Thread.interrupted()) {
            accounts.write(connection, "former");
        }
        return false;
    }

    @Test
    @DisplayName(
            "Live1 term guard: the server ends the session of a stopped process within the bound, its commit fails")
    void stoppedProcess() throws Exception {
        Duration idle =
                JdbcGuards.on(source()).limit(PausedWriter.LIMIT).terms().idleLimit();
        Duration bound = idle.multipliedBy(3).plusSeconds(20);
        try (Rival first = Rival.enrol(source(), election, "former");
                Rival second = Rival.enrol(source(), election, "present")) {
            Hold old = first.bid().orElseThrow();
            try (PausedWriter.Child child =
                    new PausedWriter.Child(url(), election, old.token().value())) {
                assertThat(child.hear()).isEqualTo("inside");
                child.stop();
                long stopped = System.nanoTime();
                first.release(old);
                assertThat(second.bid()).as("the term is locked").isEmpty();
                while (second.bid().isEmpty()) {
                    Thread.sleep(50);
                }
                assertThat(Duration.ofNanos(System.nanoTime() - stopped)).isLessThan(bound);
                child.goOn();
                assertThat(child.hear()).startsWith("failed:");
            }
            assertThat(accounts.writer()).isEqualTo("nobody");
        }
    }

    @Test
    @DisplayName("a connection goes back to its pool as it came, and has its limits only meanwhile")
    void limitedOnlyInside() throws Exception {
        try (Connection lent = source().getConnection()) {
            lent.setAutoCommit(true);
            List<String> before = settings(lent);
            FenceRow fence = JdbcGuards.on(Lender.of(lent)).fence(resource);
            List<String> inside = new ArrayList<>();
            fence.run(Claim.of(present), connection -> inside.addAll(settings(connection)));
            assertThatThrownBy(() -> fence.run(Claim.of(former), connection -> true))
                    .isInstanceOf(StaleTokenException.class);
            assertThat(settings(lent)).isEqualTo(before);
            assertThat(inside).as("the limits were set").doesNotContainAnyElementsOf(before);
            assertThat(lent.getAutoCommit()).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("Live1: if its transaction ends inside the work, the one that is committed has the same limits")
    void limitedToTheEnd(End end) throws Exception {
        try (Rival leader = Rival.enrol(source(), election, "present");
                Connection lent = source().getConnection()) {
            Reign reign = leader.reign(leader.bid().orElseThrow());
            List<List<String>> atCommit = new ArrayList<>();
            JdbcGuards guards = JdbcGuards.on(Lender.of(lent, connection -> atCommit.add(settings(connection))));
            List<List<String>> atFirst = new ArrayList<>();
            guards.terms().run(reign, connection -> {
                atFirst.add(settings(connection));
                end.of(connection);
                return true;
            });
            assertThat(last(atCommit)).isEqualTo(last(atFirst));
            guards.fence(resource).run(Claim.of(present), connection -> {
                atFirst.add(settings(connection));
                end.of(connection);
                return true;
            });
            assertThat(last(atCommit)).isEqualTo(last(atFirst));
        }
    }

    private static List<String> last(List<List<String>> readings) {
        return readings.get(readings.size() - 1);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("C2 term guard: if its transaction ends inside the work, what is written after a takeover is refused")
    void termGuardOutlived(End end) throws Exception {
        TermGuard guard = JdbcGuards.on(source()).limit(Duration.ofSeconds(20)).terms();
        try (Rival first = Rival.enrol(source(), election, "former");
                Rival second = Rival.enrol(source(), election, "present")) {
            Hold old = first.bid().orElseThrow();
            Reign paused = first.reign(old);
            guard.run(paused, connection -> {
                accounts.write(connection, "lost or kept");
                end.of(connection);
                accounts.write(connection, "former");
                return true;
            });
            assertThat(accounts.writer()).as("it still leads").isEqualTo("former");
            first.release(old);
            assertThatThrownBy(() -> guard.run(paused, connection -> {
                        end.of(connection);
                        Awaitility.await().until(() -> second.bid().isPresent());
                        accounts.write(connection, "former, late");
                        return true;
                    }))
                    .isInstanceOf(StaleTokenException.class);
            assertThat(accounts.writer()).isEqualTo("former");
            assertThat(guard.rejected()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("C2 fence row: if its transaction ends inside the work, what is written behind a barrier is refused")
    void fenceOutlived(End end) throws Exception {
        FenceRow fence = JdbcGuards.on(source()).limit(Duration.ofSeconds(20)).fence(resource);
        fence.run(Claim.of(former), connection -> {
            end.of(connection);
            accounts.write(connection, "former");
            return true;
        });
        assertThatThrownBy(() -> fence.run(Claim.of(former), connection -> {
                    end.of(connection);
                    raise(fence);
                    accounts.write(connection, "former, late");
                    return true;
                }))
                .isInstanceOfSatisfying(
                        StaleTokenException.class,
                        e -> assertThat(e.answer()).isEqualTo(new Admission.Stale(resource, 41, 42)));
        assertThat(accounts.writer()).isEqualTo("former");
        assertThat(fence.rejected()).isEqualTo(1);
    }

    private void raise(FenceRow fence) throws java.sql.SQLException {
        try {
            fence.raise(present);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** How a transaction ends inside the work: as a deadlock ends it, or as a change of the schema does. */
    enum End {
        ROLLED_BACK,
        COMMITTED;

        void of(Connection connection) throws java.sql.SQLException {
            if (this == ROLLED_BACK) {
                connection.rollback();
            } else {
                connection.commit();
            }
        }
    }

    private void write(TermGuard guard, Reign reign, String writer) throws java.sql.SQLException {
        guard.run(reign, connection -> {
            accounts.write(connection, writer);
            return true;
        });
    }
}
