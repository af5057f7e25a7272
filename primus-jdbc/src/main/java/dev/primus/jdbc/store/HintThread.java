package dev.primus.jdbc.store;

import dev.primus.core.ClusterName;
import dev.primus.core.ElectionName;
import dev.primus.core.spi.Hint;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A channel with one daemon thread and one connection of its own, which is opened anew with patience when it breaks. */
public abstract class HintThread implements HintChannel {
    private static final Logger LOG = LoggerFactory.getLogger("dev.primus.jdbc");
    private static final long FIRST_PAUSE_MILLIS = 250;
    private static final long LONGEST_PAUSE_MILLIS = 5000;

    private final Lines lines;
    private final Thread thread;
    private volatile @Nullable Connection connection;
    private volatile @Nullable Consumer<Hint> listener;
    private volatile boolean closed;
    private volatile @Nullable Boolean isUp;

    protected HintThread(Lines lines, ClusterName cluster) {
        this.lines = lines;
        lines.connections().add("hints");
        this.thread = Lines.daemons("primus-hints-" + cluster).newThread(this::run);
    }

    /** Listens on a fresh connection until the channel is closed or the connection breaks. */
    protected abstract void listen(Connection connection) throws SQLException, InterruptedException;

    @Override
    public final synchronized void start(Consumer<Hint> hints) {
        boolean running = listener != null;
        listener = hints;
        if (!running && !closed) {
            thread.start();
        }
    }

    @Override
    public void close() {
        synchronized (this) {
            if (!closed) {
                lines.connections().remove("hints");
            }
            closed = true;
        }
        thread.interrupt();
        Connection open = connection;
        if (open != null) {
            Lines.cut(open);
        }
    }

    protected final boolean isOpen() {
        return !closed;
    }

    /** From now on releases are pushed; what happened before was not, so everything may have changed. */
    protected final void up() {
        if (!Boolean.TRUE.equals(isUp)) {
            isUp = true;
            tell(Hint.CHANNEL);
            changed();
        }
    }

    protected final void down() {
        if (!Boolean.FALSE.equals(isUp)) {
            isUp = false;
            tell(Hint.NO_CHANNEL);
        }
    }

    protected final void changed() {
        tell(Hint.ANYTHING);
    }

    /** There is a new plan. Only for threads that are shared. */
    protected final void planChanged() {
        tell(SharedHints.PLAN);
    }

    protected final void changed(ElectionName election) {
        tell(Hint.changed(election));
    }

    private void tell(Hint hint) {
        Consumer<Hint> to = listener;
        if (!closed && to != null) {
            deliver(to, hint);
        }
    }

    static void deliver(Consumer<Hint> to, Hint hint) {
        try {
            to.accept(hint);
        } catch (RuntimeException e) {
            LOG.warn("a listener for hints failed", e);
        }
    }

    private void run() {
        try {
            serve();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            down();
        }
    }

    private void serve() throws InterruptedException {
        long pause = FIRST_PAUSE_MILLIS;
        while (!closed) {
            down();
            long since = System.nanoTime();
            try {
                Connection fresh = lines.connectRaw();
                connection = fresh;
                listen(fresh);
            } catch (SQLException | RuntimeException | LinkageError e) {
                LOG.debug("hint channel: {}", Masked.text(e));
            } finally {
                hangUp();
            }
            down();
            boolean worked = System.nanoTime() - since > LONGEST_PAUSE_MILLIS * 1_000_000;
            pause = worked ? FIRST_PAUSE_MILLIS : Math.min(pause * 2, LONGEST_PAUSE_MILLIS);
            Thread.sleep(pause);
        }
    }

    private void hangUp() {
        Connection open = connection;
        connection = null;
        if (open != null) {
            Lines.cut(open);
        }
    }
}
