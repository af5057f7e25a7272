package dev.primus.server.run;

import dev.primus.Leadership;
import dev.primus.core.ElectionName;
import dev.primus.core.Term;
import java.time.Duration;

/** Held because the settings say so, until this process is told to stop: no store knows of it, and no guard admits it. */
final class StaticTerm implements Leadership {
    private static final Duration FOR_EVER = Duration.ofDays(1);

    private final ElectionName election;
    private volatile boolean ended;

    StaticTerm(ElectionName election) {
        this.election = election;
    }

    void end() {
        ended = true;
    }

    @Override
    public ElectionName election() {
        return election;
    }

    @Override
    public Term term() {
        throw new UnsupportedOperationException("there are no terms without an election");
    }

    @Override
    public long token() {
        return 0;
    }

    @Override
    public boolean isHeld() {
        return !ended;
    }

    @Override
    public State state() {
        return ended ? State.ENDED : State.HELD;
    }

    @Override
    public long nanos() {
        return System.nanoTime();
    }

    @Override
    public Duration remaining() {
        return ended ? Duration.ZERO : FOR_EVER;
    }

    @Override
    public boolean sleep(Duration span) throws InterruptedException {
        Thread.sleep(span.toMillis());
        return isHeld();
    }
}
