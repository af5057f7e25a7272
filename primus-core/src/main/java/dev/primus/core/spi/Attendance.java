package dev.primus.core.spi;

import dev.primus.core.NodeId;
import java.time.Duration;

/**
 * A worker as the store has it.
 *
 * @param left how long its lease still runs by the store's clock; zero or below if it has ended
 */
public record Attendance(WorkerCard card, State state, Duration left, Progress progress) {

    /** Where a worker's life is. */
    public enum State {
        /** Works, and takes partitions. */
        ACTIVE,
        /** Works, and is to give away all it has. */
        DRAINING,
        /** Was silent for too long, by the store's clock. That life never comes back. */
        DEAD,
        /** Has left, and holds nothing. */
        GONE
    }

    public NodeId id() {
        return card.id();
    }

    /** Whether it may hold something. */
    public boolean isAlive() {
        return state == State.ACTIVE || state == State.DRAINING;
    }

    /** Whether it counts as alive though its lease has ended. */
    public boolean isSilent() {
        return isAlive() && (left.isZero() || left.isNegative());
    }
}
