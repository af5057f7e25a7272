package dev.primus.nemesis;

import java.util.function.Consumer;

/**
 * A named place in the code where a process can be made to stand still. Whoever gets there while it is armed says so and
 * waits for {@link #go}; an interrupt does not free it, as it would not free a stalled disk or a collector's pause.
 */
final class FailPoint {
    private final Consumer<String> announce;
    private boolean armed;

    FailPoint(Consumer<String> announce) {
        this.announce = announce;
    }

    synchronized void arm() {
        armed = true;
    }

    synchronized void go() {
        armed = false;
        notifyAll();
    }

    /** Returns whether it had to wait. */
    synchronized boolean pass(String who) {
        if (!armed) {
            return false;
        }
        announce.accept(who);
        boolean interrupted = false;
        while (armed) {
            try {
                wait();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return true;
    }
}
