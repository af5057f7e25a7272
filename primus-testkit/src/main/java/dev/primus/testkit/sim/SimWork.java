package dev.primus.testkit.sim;

import dev.primus.runtime.stage.Stage;

/** A thread of a simulated process: a duty's, or a user's that makes a blocking call. */
final class SimWork implements Stage.Work {
    private final SimProcess process;
    private final String name;
    private final Baton baton;
    private long waits;
    private boolean waiting;

    SimWork(SimProcess process, String name, Runnable body) {
        this.process = process;
        this.name = name;
        this.baton = new Baton(body);
    }

    void begin() {
        process.at(process.world().now(), baton::pass);
    }

    /** On the thread itself: goes on at that time, or when woken before. */
    void waitUntil(long trueTime) {
        long wait = ++waits;
        waiting = true;
        if (trueTime != Long.MAX_VALUE) {
            process.at(trueTime, () -> wake(wait));
        }
        baton.waitForTurn();
    }

    /** Ends the present wait, soon. */
    void wake() {
        long wait = waits;
        process.at(process.world().now(), () -> wake(wait));
    }

    private void wake(long wait) {
        if (waiting && wait == waits && !baton.isOver()) {
            waiting = false;
            baton.pass();
        }
    }

    boolean belongsTo(Baton other) {
        return baton == other;
    }

    boolean isOver() {
        return baton.isOver();
    }

    void doom() {
        baton.doom();
    }

    @Override
    public void interrupt() {
        baton.interrupt();
        wake();
    }

    @Override
    public String whereabouts() {
        return name + (baton.isOver() ? " has ended" : waiting ? " waits" : " has not begun");
    }
}
