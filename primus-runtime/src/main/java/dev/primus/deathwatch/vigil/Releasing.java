package dev.primus.deathwatch.vigil;

import dev.primus.core.spi.Answer;
import dev.primus.core.spi.Parting;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The process is dead and nothing of it is left: gives back all that it may hold. A bid that was under way can win after
 * the first try to give it back, so this goes on until every row has gone on, or a lease has passed.
 *
 * @param until when leases run out by themselves
 */
record Releasing(Charge charge, List<Parting> asked, long until, long pause, long askAt) implements Vigil {
    private static final long FIRST_PAUSE = TimeUnit.MILLISECONDS.toNanos(5);
    private static final long LONGEST_PAUSE = TimeUnit.MILLISECONDS.toNanos(250);

    static Turn begin(Charge charge, long until, long now) {
        if (charge.isEmpty()) {
            return Turn.over("its process is dead and held nothing");
        }
        return ask(charge, until, FIRST_PAUSE, now);
    }

    private static Turn ask(Charge charge, long until, long pause, long now) {
        List<Parting> partings = charge.partings();
        return Turn.to(
                new Releasing(charge, partings, until, Math.min(pause * 2, LONGEST_PAUSE), now + pause),
                new Deed.Release(partings));
    }

    @Override
    public Turn told(Message message, long now) {
        return Turn.to(this);
    }

    @Override
    public Turn pipeEnded(long now) {
        return Turn.to(this);
    }

    @Override
    public Turn released(List<Answer> answers, long now) {
        charge.settle(asked, answers);
        if (charge.isEmpty()) {
            return Turn.over("its process is dead; what it held was given back");
        }
        return now - until >= 0
                ? Turn.over("its process is dead; what could not be given back has run out by itself")
                : Turn.to(new Releasing(charge, List.of(), until, pause, now + pause));
    }

    @Override
    public boolean isWaiting() {
        return true;
    }

    @Override
    public long wakeAt() {
        return askAt;
    }

    @Override
    public Turn woken(long now) {
        return ask(charge, until, pause, now);
    }
}
