package dev.primus.runtime.peers;

import dev.primus.core.MonoTime;
import dev.primus.core.ballot.score.Facts;
import dev.primus.runtime.facts.Sampler;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;

/** Measures this machine now and then, on a thread that may block for it. */
public final class MeasuredFacts implements FactSource {
    private final Sampler sampler;
    private final Executor lane;
    private final AtomicBoolean measuring = new AtomicBoolean();
    private MonoTime next;

    public MeasuredFacts(Sampler sampler, Executor lane, MonoTime now) {
        this.sampler = sampler;
        this.lane = lane;
        this.next = now.plus(Sampler.PERIOD);
    }

    @Override
    public Facts facts() {
        return sampler.facts();
    }

    /** A gauge that hangs is not asked again before it has answered. */
    @Override
    public MonoTime turn(MonoTime now) {
        if (!now.isBefore(next)) {
            next = now.plus(Sampler.PERIOD);
            if (measuring.compareAndSet(false, true)) {
                lane.execute(this::measure);
            }
        }
        return next;
    }

    private void measure() {
        try {
            sampler.sample();
        } finally {
            measuring.set(false);
        }
    }

    @Override
    public void close() {
        sampler.close();
    }
}
