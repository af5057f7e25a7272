package dev.primus.jdbc.store;

import dev.primus.core.spi.StoreException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * One connection, kept for life and replaced when it breaks. Several threads take turns, in the order they came; may be
 * closed from any.
 *
 * <p>Nobody waits here beyond a deadline, whatever the driver does: a call that hangs is cut from outside, and a
 * connection that takes too long to come up is left to come up for the next caller.
 */
public final class Line implements AutoCloseable {
    private static final int MOST_ABANDONED = 3;

    private final String name;
    private final Lines lines;
    private final ReentrantLock turn = new ReentrantLock(true);
    private final List<Dial> abandoned = new ArrayList<>();
    private volatile @Nullable Borrowed present;
    private volatile @Nullable Dial coming;
    private final AtomicBoolean left = new AtomicBoolean();
    private volatile boolean closed;

    Line(String name, Lines lines) {
        this.name = name;
        this.lines = lines;
        lines.connections().add(name);
    }

    /** Begins to connect, so that the first call finds a connection. Called before the first call. */
    void connectEarly() {
        coming = Dial.start(name, lines, () -> closed);
    }

    /** What is done on a connection. */
    @FunctionalInterface
    public interface Work<R> {
        R on(Connection connection) throws SQLException;
    }

    /** Runs {@code work}; after an error that is not {@link Fault#BUSY} the next call gets another connection. */
    public <R> R call(Deadline deadline, Work<R> work) throws SQLException {
        if (!takeTurn(deadline)) {
            throw new SQLException("another call of this process has used the connection for too long", "08000");
        }
        try {
            Connection live = connected(deadline);
            Runnable callOff = Lines.watch(deadline, () -> Lines.cut(live));
            try {
                return work.on(live);
            } catch (SQLException | RuntimeException e) {
                if (breaks(e)) {
                    drop(live);
                }
                throw e;
            } finally {
                callOff.run();
                if (deadline.isOver()) {
                    drop(live);
                }
            }
        } finally {
            turn.unlock();
        }
    }

    /** A row that cannot be read says nothing about the connection. */
    private boolean breaks(Exception e) {
        return e instanceof SQLException error
                ? lines.dialect().faultOf(error) == Fault.BROKEN
                : !(e instanceof StoreException);
    }

    Fault faultOf(SQLException error) {
        return lines.dialect().faultOf(error);
    }

    int chunk() {
        return lines.dialect().chunk();
    }

    public boolean isClosed() {
        return closed;
    }

    private boolean takeTurn(Deadline deadline) {
        try {
            return turn.tryLock(Math.max(0, deadline.nanosLeft()), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private Connection connected(Deadline deadline) throws SQLException {
        if (closed) {
            throw new SQLException("the session is closed", "08003");
        }
        Borrowed kept = present;
        if (kept != null) {
            return kept.connection();
        }
        Dial pending = dial();
        coming = pending;
        try {
            Borrowed fresh = pending.await(deadline);
            present = fresh;
            coming = null;
            if (closed) {
                drop(fresh.connection());
                throw new SQLException("the session is closed", "08003");
            }
            return fresh.connection();
        } catch (TimeoutException e) {
            if (closed) {
                pending.abandon();
            }
            boolean exhausted = lines.connections().exhaustion().isPresent();
            throw new SQLException(
                    lines.connections().whyNoneWithin(lines.ioTimeout()), exhausted ? Lines.EXHAUSTED : "08001");
        } catch (SQLException e) {
            coming = null;
            throw e;
        }
    }

    /** Each attempt that hangs has a thread, so only so many are left to themselves; then the last one is waited for. */
    private Dial dial() {
        Dial pending = coming;
        if (pending == null) {
            return Dial.start(name, lines, () -> closed);
        }
        abandoned.removeIf(Dial::hasEnded);
        if (!pending.isHopeless() || (abandoned.size() >= MOST_ABANDONED && !pending.isLostForGood())) {
            return pending;
        }
        pending.abandon();
        abandoned.add(pending);
        return pending.again(name, lines, () -> closed);
    }

    private void drop(Connection broken) {
        Lines.cut(broken);
        present = null;
    }

    /** Gives the connection back in order if nobody uses it, and cuts it otherwise. */
    @Override
    public void close() {
        if (!left.getAndSet(true)) {
            lines.connections().remove(name);
        }
        closed = true;
        Dial pending = coming;
        if (pending != null) {
            pending.abandon();
        }
        Borrowed last = present;
        if (last == null) {
            return;
        }
        if (!turn.tryLock()) {
            Lines.cut(last.connection());
            return;
        }
        try {
            giveBack(last);
            present = null;
        } finally {
            turn.unlock();
        }
    }

    private void giveBack(Borrowed last) {
        Runnable callOff = Lines.watch(Deadline.in(lines.ioTimeout()), () -> Lines.cut(last.connection()));
        try {
            last.giveBack(lines.dialect());
        } catch (SQLException | RuntimeException e) {
            Lines.cut(last.connection());
        } finally {
            callOff.run();
        }
    }
}
