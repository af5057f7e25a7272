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

    private static final Duration UNTIL_CERTAIN = Duration.ofMillis(50);

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

    /** The pulse first: whoever makes it regular again after a pause has suspended this term before. */
    @Override
    public boolean isHeld() {
        long now = stage.nanos();
        return pulse.isRegular(now) && now < heldUntil;
    }

    /** Only {@link #end} is final: a deadline that has passed may yet turn out to have been moved. */
    @Override
    public State state() {
        if (isHeld()) {
            return State.HELD;
        }
        return heldUntil == ENDED ? State.ENDED : State.SUSPECT;
    }

    @Override
    public long nanos() {
        return stage.nanos();
    }

    @Override
    public Duration remaining() {
        long now = stage.nanos();
        long until = heldUntil;
        return isHeld() && now < until ? Duration.ofNanos(until - now) : Duration.ZERO;
    }

    @Override
    public boolean sleep(Duration span) throws InterruptedException {
        if (state() != State.ENDED) {
            stage.sleep(span);
        }
        while (state() == State.SUSPECT) {
            stage.sleep(UNTIL_CERTAIN);
        }
        return isHeld();
    }

    @Override
    public String toString() {
        return election + " " + term + " " + state();
    }
}
