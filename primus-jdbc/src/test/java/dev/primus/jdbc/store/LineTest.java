package dev.primus.jdbc.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.primus.jdbc.SqlDialect;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Drivers that hang. */
class LineTest {
    private static final Duration IO_TIMEOUT = Duration.ofMillis(100);

    private final CountDownLatch answer = new CountDownLatch(1);
    private final AtomicInteger dials = new AtomicInteger();
    private final AtomicInteger cuts = new AtomicInteger();

    @AfterEach
    void letGo() {
        answer.countDown();
    }

    @Test
    @DisplayName("S3 to cut a connection keeps nobody waiting, however long the driver takes")
    void cutWaitsForNobody() {
        Connection stubborn = fake(Connection.class, "abort", this::hang);
        long start = System.nanoTime();
        Lines.cut(stubborn);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(2));
    }

    @Test
    @DisplayName("Z4 a server that does not answer is dialled again with growing patience")
    void growingPatience() {
        assertThat(dialsWithin(Duration.ofMillis(2600))).isEqualTo(2);
    }

    @Test
    @Tag("long")
    @DisplayName("Z4 a server that never answers costs a few threads, not one for each try")
    void fewDials() {
        assertThat(dialsWithin(Duration.ofSeconds(17))).isEqualTo(4);
    }

    private int dialsWithin(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        try (Line line = lines().line("test")) {
            while (System.nanoTime() < end) {
                assertThatThrownBy(() -> call(line)).isInstanceOf(SQLException.class);
            }
        }
        return dials.get();
    }

    @Test
    @DisplayName("a connection that comes up after the line was closed is cut")
    void lateConnection() {
        Line line = lines().line("test");
        assertThatThrownBy(() -> call(line)).isInstanceOf(SQLException.class);
        line.close();
        answer.countDown();
        Awaitility.await().atMost(Duration.ofSeconds(5)).until(() -> cuts.get() == 1);
    }

    private static boolean call(Line line) throws SQLException {
        return line.call(Deadline.in(IO_TIMEOUT), connection -> true);
    }

    private Lines lines() {
        Connection connection = fake(Connection.class, "abort", cuts::incrementAndGet);
        DataSource source = (DataSource) Proxy.newProxyInstance(
                LineTest.class.getClassLoader(), new Class<?>[] {DataSource.class}, (self, method, args) -> {
                    dials.incrementAndGet();
                    hang();
                    return connection;
                });
        Dialect dialect = fake(Dialect.class, "kind", () -> SqlDialect.SQLITE.name());
        return new Lines(source, dialect, IO_TIMEOUT);
    }

    private void hang() {
        try {
            answer.await(1, TimeUnit.MINUTES);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static <T> T fake(Class<T> type, String special, Runnable whenCalled) {
        return type.cast(
                Proxy.newProxyInstance(LineTest.class.getClassLoader(), new Class<?>[] {type}, (self, method, args) -> {
                    if (method.getName().equals(special)) {
                        whenCalled.run();
                    }
                    Class<?> result = method.getReturnType();
                    if (result == boolean.class) {
                        return true;
                    }
                    return result == int.class ? 0 : null;
                }));
    }
}
