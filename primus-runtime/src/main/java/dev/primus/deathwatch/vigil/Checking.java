package dev.primus.deathwatch.vigil;

import java.util.concurrent.TimeUnit;

/**
 * The pipe has ended. A process that is dying loses its pipe some milliseconds before its last thread; one that lost it
 * by accident lives on.
 *
 * @param since when the pipe ended
 */
record Checking(Charge charge, long lease, long since, long lookAt) implements Vigil {
    private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long PATIENCE = TimeUnit.MILLISECONDS.toNanos(250);

    static Turn begin(Charge charge, long lease, long now) {
        return Turn.to(new Checking(charge, lease, now, now + PAUSE), new Deed.LookAtSpeaker());
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
    public Turn speakerIs(boolean dead, long now) {
        if (dead) {
            Guarded program = charge.program();
            return program == null
                    ? Releasing.begin(charge, since + lease, now)
                    : Clearing.ofDead(charge, program, lease, since, now);
        }
        return now - since >= PATIENCE
                ? Doubting.begin(charge, lease)
                : Turn.to(new Checking(charge, lease, since, now + PAUSE));
    }

    @Override
    public boolean isWaiting() {
        return true;
    }

    @Override
    public long wakeAt() {
        return lookAt;
    }

    @Override
    public Turn woken(long now) {
        return Turn.to(new Checking(charge, lease, since, now + PAUSE), new Deed.LookAtSpeaker());
    }
}
