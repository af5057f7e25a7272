package dev.primus.testkit.conformance;

import java.time.Duration;

/** Real time: whoever extends this says how nodes are made and how the arbiter is made to fail. */
public abstract class RealGround implements Ground {
    @Override
    public void pass(Duration span) throws InterruptedException {
        Thread.sleep(span.toMillis());
    }

    @Override
    public void block(String node, Duration span) throws InterruptedException {
        Thread.sleep(span.toMillis());
    }
}
