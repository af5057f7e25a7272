package dev.primus.jdbc.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;

/**
 * An attempt to connect, in a thread of its own that ends with it: no driver can be told to give up in time, and some
 * wait for ever for a server that took the call and says nothing. An attempt that takes too long is left to itself, and
 * what may still come of it is thrown away.
 */
final class Dial {
    private static final Duration SHORTEST_PATIENCE = Duration.ofSeconds(1);

    private final CompletableFuture<Connection> promise = new CompletableFuture<>();
    private final long startedAt = System.nanoTime();
    private final long patience;

    private Dial(Duration ioTimeout) {
        this.patience = Math.max(ioTimeout.toNanos() * 2, SHORTEST_PATIENCE.toNanos());
    }

    static Dial start(String name, Lines lines, BooleanSupplier unwanted) {
        Dial dial = new Dial(lines.ioTimeout());
        Lines.daemons("primus-jdbc-connect-" + name)
                .newThread(() -> dial.connect(lines, unwanted))
                .start();
        return dial;
    }

    private void connect(Lines lines, BooleanSupplier unwanted) {
        try {
            Connection fresh = lines.connect();
            if (!promise.complete(fresh) || unwanted.getAsBoolean()) {
                Lines.cut(fresh);
            }
        } catch (SQLException | RuntimeException | LinkageError e) {
            promise.completeExceptionally(e);
        }
    }

    boolean isHopeless() {
        return !promise.isDone() && System.nanoTime() - startedAt > patience;
    }

    void abandon() {
        promise.cancel(false);
        if (promise.isDone() && !promise.isCompletedExceptionally()) {
            Lines.cut(promise.join());
        }
    }

    Connection await(Deadline deadline) throws SQLException, TimeoutException {
        try {
            return promise.get(Math.max(0, deadline.nanosLeft()), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SQLException("interrupted while connecting", "08001");
        } catch (ExecutionException e) {
            if (e.getCause() instanceof SQLException error) {
                throw error;
            }
            throw new SQLException("cannot connect: " + Masked.text(e), "08001");
        }
    }
}
