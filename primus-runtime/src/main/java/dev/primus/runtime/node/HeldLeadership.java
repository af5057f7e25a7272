package dev.primus.runtime.node;

import dev.primus.Leadership;
import dev.primus.core.ElectionName;
import dev.primus.core.MonoTime;
import dev.primus.core.Term;
import dev.primus.runtime.stage.Stage;
import java.time.Duration;

/** The handle of a term: written by the node's thread alone, read by anybody. */
final class HeldLeadership implements Leadership {
    /** No clock ever shows less, so nothing is held. */
    private static final long ENDED = Long.MIN_VALUE;

    private static final long SUSPECT = Long.MIN_VALUE + 1;

    private final ElectionName election;
    private final Term term;
    private final Stage stage;
    private final Pulse pulse;
    private volatile long heldUntil;

    HeldLeadership(ElectionName election, Term term, MonoTime stopBy, Stage stage, Pulse pulse) {
        this.election = election;
        this.term = term;
        this.stage = stage;
        this.pulse = pulse;
        this.heldUntil = stopBy.nanos();
    }

    void prolong(MonoTime stopBy) {
        if (heldUntil != ENDED && heldUntil != SUSPECT) {
            heldUntil = stopBy.nanos();
        }
    }

    void suspend() {
        if (heldUntil != ENDED) {
            heldUntil = SUSPECT;
        }
    }

    void resume(MonoTime stopBy) {
        if (heldUntil == SUSPECT) {
            heldUntil = stopBy.nanos();
        }
    }

    void end() {
        heldUntil = ENDED;
    }

    @Override
    public ElectionName election() {
        return election;
    }

    @Override
    public Term term() {
        return term;
    }

    @Override
    public boolean isHeld() {
        long now = stage.nanos();
        return now < heldUntil && pulse.isRegular(now);
    }

    @Override
    public State state() {
        long until = heldUntil;
        if (until == ENDED) {
            return State.ENDED;
        }
        long now = stage.nanos();
        if (until != SUSPECT && now >= until) {
            return State.ENDED;
        }
        return until == SUSPECT || !pulse.isRegular(now) ? State.SUSPECT : State.HELD;
    }

    @Override
    public Duration remaining() {
        long now = stage.nanos();
        long until = heldUntil;
        return now < until && pulse.isRegular(now) ? Duration.ofNanos(until - now) : Duration.ZERO;
    }

    @Override
    public boolean sleep(Duration span) throws InterruptedException {
        if (state() != State.ENDED) {
            stage.sleep(span);
        }
        return isHeld();
    }

    @Override
    public String toString() {
        return election + " " + term + " " + state();
    }
}
