package dev.primus;

import dev.primus.core.MonoTime;
import dev.primus.core.spi.LeaseStore;
import dev.primus.runtime.effect.Courier;
import dev.primus.runtime.stage.ProcessStage;
import dev.primus.runtime.stage.Stage;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;

/** Time passes and turns are taken only when the test says so. */
final class HandStage implements Stage {
    private final ProcessStage real = new ProcessStage("hand");
    private final AtomicLong nanos = new AtomicLong();
    private Runnable onClockRead = () -> {};
    private Driven driven = () -> MonoTime.NEVER;

    void pass(Duration span) {
        nanos.addAndGet(span.toNanos());
    }

    MonoTime turn() {
        return driven.turn();
    }

    /** A turn begins by looking at the clock; it is held up when it looks for the second time. */
    void whileInTurn(Runnable meanwhile) {
        onClockRead = () -> {
            onClockRead = () -> {
                onClockRead = () -> {};
                meanwhile.run();
            };
        };
        turn();
    }

    @Override
    public long nanos() {
        long now = nanos.get();
        onClockRead.run();
        return now;
    }

    @Override
    public Instant wall() {
        return Instant.EPOCH.plusNanos(nanos.get());
    }

    @Override
    public long random() {
        return 0;
    }

    @Override
    public void drive(Driven node) {
        driven = node;
    }

    @Override
    public void nudge() {}

    @Override
    public Executor lane(String name) {
        return Runnable::run;
    }

    @Override
    public Courier courier(LeaseStore store) {
        return (call, reply) -> reply.accept(call.on(store));
    }

    @Override
    public Work launch(String name, Runnable body, Runnable ended) {
        return real.launch(name, body, ended);
    }

    @Override
    public void sleep(Duration span) {}

    /** Nobody turns while a user waits, so nobody must wait. */
    @Override
    public <T> T await(CompletableFuture<T> done, Duration most) {
        for (int i = 0; i < 100 && !done.isDone(); i++) {
            turn();
            pass(Duration.ofMillis(50));
        }
        return done.getNow(null);
    }

    @Override
    public void close() {
        real.close();
    }
}
