package dev.primus.deathwatch.vigil;

import dev.primus.process.ProcessState;
import java.util.concurrent.TimeUnit;

/**
 * The pipe has ended. A process that is dying loses its pipe some milliseconds before its last thread; one that lost it
 * by accident lives on. A process that cannot be read is neither dead nor alive: it is looked at until it can be read,
 * or until its leases have run out.
 *
 * @param since when the pipe ended
 */
record Checking(Charge charge, long lease, long since, long lookAt) implements Vigil {
    private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long LONG_PAUSE = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long PATIENCE = TimeUnit.MILLISECONDS.toNanos(250);

    static Turn begin(Charge charge, long lease, long now) {
        return look(charge, lease, now, now);
    }

    static Turn look(Charge charge, long lease, long since, long now) {
        return Turn.to(new Checking(charge, lease, since, now + pause(since, now)), new Deed.LookAtSpeaker());
    }

    private static long pause(long since, long now) {
        return now - since < PATIENCE ? PAUSE : LONG_PAUSE;
    }

    @Override
    public Turn told(Message message, long now) {
        return message instanceof Message.Bye ? Turn.over("told to go") : Turn.to(this);
    }

    @Override
    public Turn pipeEnded(long now) {
        return Turn.to(this);
    }

    @Override
    public Turn speakerIs(ProcessState state, long now) {
        if (state instanceof ProcessState.Gone) {
            Guarded program = charge.program();
            return program == null
                    ? Releasing.begin(charge, since + lease, now)
                    : Clearing.ofDead(charge, program, lease, since, now);
        }
        if (state instanceof ProcessState.Unknown unknown) {
            return now - since >= lease && charge.program() == null
                    ? Turn.over(unknown.cause() + ": nothing is released")
                    : again(now);
        }
        return now - since >= PATIENCE ? Doubting.begin(charge, lease) : again(now);
    }

    private Turn again(long now) {
        return Turn.to(new Checking(charge, lease, since, now + pause(since, now)));
    }

    @Override
    public boolean isWaiting() {
        return true;
    }

    @Override
    public long wakeAt() {
        return lookAt;
    }

    /** The program must not outlive its lease, whatever is known about the process. */
    @Override
    public Turn woken(long now) {
        Guarded program = charge.program();
        return program != null && now - program.killAt() >= 0
                ? Clearing.ofUnread(charge, program, lease, since, now)
                : look(charge, lease, since, now);
    }
}
