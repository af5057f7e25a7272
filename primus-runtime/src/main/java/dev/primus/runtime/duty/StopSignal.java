package dev.primus.runtime.duty;

import dev.primus.core.NodeId;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How one thread of a duty is told to stop: by an interrupt, and by a word that cannot get lost if the duty does not pass
 * the interrupt on. Given by the node's thread, heeded by the duty's.
 */
public final class StopSignal {
    private static final ThreadLocal<@Nullable StopSignal> MINE = new ThreadLocal<>();

    private final @Nullable NodeId node;
    private @Nullable Runnable interrupt;
    private boolean given;
    private boolean forced;
    private boolean heeded;

    /** @param node whose duty it stops; null if it is never given */
    StopSignal(@Nullable NodeId node) {
        this.node = node;
    }

    /** Whether the calling thread is that of a duty of this node. */
    public static boolean isOnDutyThreadOf(NodeId node) {
        StopSignal mine = MINE.get();
        return mine != null && node.equals(mine.node);
    }

    /** Clears an interrupt flag that the user's code left set; one that asks the duty to stop stays. */
    public static void clearForeignInterrupt() {
        StopSignal mine = MINE.get();
        if (mine != null) {
            mine.clearUnlessGiven();
        }
    }

    private synchronized void clearUnlessGiven() {
        if (!given && !forced) {
            Thread.interrupted();
        }
    }

    /** Of the duty that runs on this thread; one that is never given if that is not a thread of ours. */
    static StopSignal ofThisThread() {
        return Objects.requireNonNullElseGet(MINE.get(), () -> new StopSignal(null));
    }

    void belongsToThisThread() {
        MINE.set(this);
    }

    static void leaveThisThread() {
        MINE.remove();
    }

    synchronized void goesBy(Runnable way) {
        interrupt = way;
    }

    synchronized void give() {
        given = true;
        if (!heeded) {
            interrupt();
        }
    }

    synchronized boolean isGiven() {
        return given;
    }

    /** The time is up: also whoever is stopping is interrupted. */
    synchronized void force() {
        forced = true;
        interrupt();
    }

    synchronized boolean isForced() {
        return forced;
    }

    /**
     * On the duty's thread: it is stopping now, and the interrupt that asks for that, be it past or to come, shall not
     * disturb it.
     */
    synchronized void heed() {
        heeded = true;
        Thread.interrupted();
        if (forced) {
            Thread.currentThread().interrupt();
        }
    }

    private void interrupt() {
        if (interrupt != null) {
            interrupt.run();
        }
    }
}
