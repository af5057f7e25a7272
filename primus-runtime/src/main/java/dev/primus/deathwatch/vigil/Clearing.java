package dev.primus.deathwatch.vigil;

import dev.primus.process.TreeScan;
import java.util.concurrent.TimeUnit;

/**
 * Ends the program's processes until none is found twice in a row: one look can miss a process that is being started.
 * A look that could not read everything counts as one that has found some.
 *
 * @param cause what comes afterwards: back to the watch, a check, or a release
 * @param since when the cause came up; a lease later there is nothing left to be saved
 * @param clean how many looks in a row have found none
 */
record Clearing(Charge charge, Guarded program, long lease, Cause cause, long since, int clean, long endAt)
        implements Vigil {
    private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(2);
    private static final long UNREAD_PAUSE = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long LONGEST_PAUSE = TimeUnit.SECONDS.toNanos(1);
    private static final int CLEAN_LOOKS = 2;

    enum Cause {
        /** The process said nothing in time; nothing is given back. */
        SILENT,
        /** The same, and then its pipe ended. */
        SILENT_THEN_ENDED,
        /** Its pipe has ended, and it could not be shown to be dead; nothing is given back. */
        DOUBTED,
        /** Its pipe has ended, and it could not be read so far. */
        UNREAD,
        DEAD
    }

    static Turn ofStopped(Charge charge, Guarded program, long lease, long now) {
        return begin(new Clearing(charge, program, lease, Cause.SILENT, now, 0, now + PAUSE));
    }

    static Turn ofDead(Charge charge, Guarded program, long lease, long since, long now) {
        return begin(new Clearing(charge, program, lease, Cause.DEAD, since, 0, now + PAUSE));
    }

    static Turn ofUnread(Charge charge, Guarded program, long lease, long since, long now) {
        return begin(new Clearing(charge, program, lease, Cause.UNREAD, since, 0, now + PAUSE));
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
    public Turn treeHad(TreeScan scan, long now) {
        if (!scan.isEmpty()) {
            // What could not be read can still be killed later, so only processes that do not end are given up.
            boolean hopeless = cause != Cause.SILENT && scan.unknown().isEmpty() && now - since >= lease;
            return hopeless
                    ? Turn.over("the program's processes do not end: nothing is given back")
                    : Turn.to(new Clearing(charge, program, lease, cause, since, 0, now + pause(scan, now)));
        }
        if (clean + 1 < CLEAN_LOOKS) {
            return Turn.to(new Clearing(charge, program, lease, cause, since, clean + 1, now + PAUSE));
        }
        forgetProgram();
        return switch (cause) {
            case SILENT -> Turn.to(new Watching(charge, lease));
            case SILENT_THEN_ENDED -> Checking.begin(charge, lease, now);
            case DOUBTED -> Turn.over(Doubting.WHY);
            case UNREAD -> Checking.look(charge, lease, since, now);
            case DEAD -> Releasing.begin(charge, since + lease, now);
        };
    }

    private long pause(TreeScan scan, long now) {
        if (scan.unknown().isEmpty()) {
            return PAUSE;
        }
        return now - since < lease ? UNREAD_PAUSE : LONGEST_PAUSE;
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
