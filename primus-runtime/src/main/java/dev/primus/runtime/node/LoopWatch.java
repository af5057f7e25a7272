package dev.primus.runtime.node;

import dev.primus.core.MonoTime;

/**
 * Since when the node's loop owes a move: since its turn began, or was due, or since mail came while it rested. Written
 * by the loop and by those who post; asked from any thread, without waiting and without the loop's help.
 */
final class LoopWatch {
    private volatile long owedSince;
    private volatile boolean turning;

    LoopWatch(MonoTime firstTurn) {
        this.owedSince = firstTurn.nanos();
    }

    void turnBegins(MonoTime now) {
        owedSince = now.nanos();
        turning = true;
    }

    void turnEnds(MonoTime nextTurn) {
        owedSince = nextTurn.nanos();
        turning = false;
    }

    /** A turn that is under way owes more than its mail, so only rest has to be looked at. */
    boolean isResting() {
        return !turning;
    }

    /** Should the loop overtake this, the nudge that follows every mail has it turn again and set things right. */
    void mailed(MonoTime now) {
        owedSince = Math.min(owedSince, now.nanos());
    }

    /** By how much the loop is late; negative if nothing is due yet. */
    long lateNanos(MonoTime now) {
        return now.nanos() - owedSince;
    }
}
