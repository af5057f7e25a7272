package dev.primus.deathwatch.vigil;

import java.util.concurrent.TimeUnit;

/**
 * Ends the program's processes until none is found twice in a row: one look can miss a process that is being started.
 *
 * @param cause what comes afterwards: back to the watch, a check, or a release
 * @param since when the cause came up; a lease later there is nothing left to be saved
 * @param clean how many looks in a row have found none
 */
record Clearing(Charge charge, Guarded program, long lease, Cause cause, long since, int clean, long endAt)
        implements Vigil {
    private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(2);
    private static final int CLEAN_LOOKS = 2;

    enum Cause {
        /** The process said nothing in time; nothing is given back. */
        SILENT,
        /** The same, and then its pipe ended. */
        SILENT_THEN_ENDED,
        /** Its pipe has ended, and it could not be shown to be dead; nothing is given back. */
        DOUBTED,
        DEAD
    }

    static Turn ofStopped(Charge charge, Guarded program, long lease, long now) {
        return begin(new Clearing(charge, program, lease, Cause.SILENT, now, 0, now + PAUSE));
    }

    static Turn ofDead(Charge charge, Guarded program, long lease, long since, long now) {
        return begin(new Clearing(charge, program, lease, Cause.DEAD, since, 0, now + PAUSE));
    }

    static Turn ofDoubted(Charge charge, Guarded program, long lease, long now) {
        return begin(new Clearing(charge, program, lease, Cause.DOUBTED, now, 0, now + PAUSE));
    }

    private static Turn begin(Clearing state) {
        return Turn.to(state, new Deed.EndTree(state.program.tree()));
    }

    @Override
    public Turn told(Message message, long now) {
        if (message instanceof Message.Bye) {
            return Turn.over("told to go");
        }
        if (message instanceof Message.Snapshot) {
            return Turn.to(new Gathering(new Charge(), lease));
        }
        charge.told(message);
        return Turn.to(this);
    }

    @Override
    public Turn pipeEnded(long now) {
        return cause == Cause.SILENT
                ? Turn.to(new Clearing(charge, program, lease, Cause.SILENT_THEN_ENDED, now, clean, endAt))
                : Turn.to(this);
    }

    @Override
    public Turn treeHad(int living, long now) {
        if (living > 0) {
            boolean hopeless = cause != Cause.SILENT && now - since >= lease;
            return hopeless
                    ? Turn.over("the program's processes do not end: nothing is given back")
                    : Turn.to(new Clearing(charge, program, lease, cause, since, 0, now + PAUSE));
        }
        if (clean + 1 < CLEAN_LOOKS) {
            return Turn.to(new Clearing(charge, program, lease, cause, since, clean + 1, now + PAUSE));
        }
        forgetProgram();
        return switch (cause) {
            case SILENT -> Turn.to(new Watching(charge, lease));
            case SILENT_THEN_ENDED -> Checking.begin(charge, lease, now);
            case DOUBTED -> Turn.over(Doubting.WHY);
            case DEAD -> Releasing.begin(charge, since + lease, now);
        };
    }

    /** Unless another program was started meanwhile, there is none any more. */
    private void forgetProgram() {
        Guarded now = charge.program();
        if (now != null && now.tree().runId().equals(program.tree().runId())) {
            charge.told(new Message.NoProgram());
        }
    }

    @Override
    public boolean isWaiting() {
        return true;
    }

    @Override
    public long wakeAt() {
        return endAt;
    }

    @Override
    public Turn woken(long now) {
        return begin(new Clearing(charge, program, lease, cause, since, clean, now + PAUSE));
    }
}
