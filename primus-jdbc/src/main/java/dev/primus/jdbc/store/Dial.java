package dev.primus.jdbc.store;

import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CancellationException;
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

    private static final Duration LONGEST_PATIENCE = Duration.ofMinutes(1);

    private static final Duration LOST_AFTER = Duration.ofMinutes(10);

    private final CompletableFuture<Borrowed> promise = new CompletableFuture<>();
    private final long startedAt = System.nanoTime();
    private final long patience;
    private volatile boolean ended;

    private Dial(long patience) {
        this.patience = patience;
    }

    static Dial start(String name, Lines lines, BooleanSupplier unwanted) {
        long patience = Math.max(lines.ioTimeout().toNanos() * 2, SHORTEST_PATIENCE.toNanos());
        return start(name, lines, unwanted, patience);
    }

    /** Tries again with twice the patience, up to a minute: a server that is slow may need just that. */
    Dial again(String name, Lines lines, BooleanSupplier unwanted) {
        long longest = Math.max(patience, LONGEST_PATIENCE.toNanos());
        return start(name, lines, unwanted, Math.min(patience * 2, longest));
    }

    private static Dial start(String name, Lines lines, BooleanSupplier unwanted, long patience) {
        Dial dial = new Dial(patience);
        Lines.daemons("primus-jdbc-connect-" + name)
                .newThread(() -> dial.connect(lines, unwanted))
                .start();
        return dial;
    }

    private void connect(Lines lines, BooleanSupplier unwanted) {
        try {
            Borrowed fresh = lines.connect();
            // Once it is handed over it is not ours to cut: it may be back in its pool already.
            if (unwanted.getAsBoolean() || !promise.complete(fresh)) {
                promise.cancel(false);
                Lines.cut(fresh.connection());
            }
        } catch (SQLException | RuntimeException | LinkageError e) {
            promise.completeExceptionally(e);
        } finally {
            ended = true;
        }
    }

    /** The driver has come back, with a connection or without. */
    boolean hasEnded() {
        return ended;
    }

    boolean isHopeless() {
        return !promise.isDone() && System.nanoTime() - startedAt > patience;
    }

    /** Not even the few that may hang at the same time can keep a line from trying again some day. */
    boolean isLostForGood() {
        return !promise.isDone() && System.nanoTime() - startedAt > LOST_AFTER.toNanos();
    }

    void abandon() {
        promise.cancel(false);
        if (promise.isDone() && !promise.isCompletedExceptionally()) {
            Lines.cut(promise.join().connection());
        }
    }

    Borrowed await(Deadline deadline) throws SQLException, TimeoutException {
        try {
            return promise.get(Math.max(0, deadline.nanosLeft()), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            abandon();
            Thread.currentThread().interrupt();
            throw new SQLException("interrupted while connecting", "08001");
        } catch (CancellationException e) {
            throw new SQLException("the session is closed", "08003");
        } catch (ExecutionException e) {
            if (e.getCause() instanceof SQLException error) {
                throw error;
            }
            throw new SQLException("cannot connect: " + Masked.text(e), "08001");
        }
    }
}
