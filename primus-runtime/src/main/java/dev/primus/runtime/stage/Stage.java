package dev.primus.runtime.stage;

import dev.primus.core.MonoTime;
import dev.primus.core.spi.LeaseStore;
import dev.primus.runtime.effect.Courier;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * All threads, all time and all chance of a node come through here, so that the same node runs in a process and in the
 * simulator.
 */
public interface Stage extends AutoCloseable {

    /** The monotonic clock, in nanoseconds since this stage's origin. */
    long nanos();

    default MonoTime now() {
        return new MonoTime(nanos());
    }

    /** The wall clock: for display, and to notice when it and the monotonic one disagree. */
    Instant wall();

    /** 64 fresh random bits. */
    long random();

    /** Calls {@link Driven#turn()} after every {@link #nudge()} and at the time it returned, never two at a time. */
    void drive(Driven node);

    /** There is mail for the node. From any thread. */
    void nudge();

    /** Runs tasks one after another, in order, on a thread that nothing else waits for. */
    Executor lane(String name);

    /** The same answer, completed on a lane: what a user chains to it may block, and must not block the node. */
    default <T> CompletableFuture<T> onLane(CompletableFuture<T> answer) {
        if (answer.isDone()) {
            return answer;
        }
        CompletableFuture<T> passedOn = new CompletableFuture<>();
        Executor lane = lane("answers");
        answer.whenComplete((result, failure) -> {
            Runnable pass = () -> {
                if (failure == null) {
                    passedOn.complete(result);
                } else {
                    passedOn.completeExceptionally(failure);
                }
            };
            try {
                lane.execute(pass);
            } catch (RuntimeException | Error noThread) {
                // Without a thread to spare, an answer on the node's thread is better than none.
                pass.run();
            }
        });
        return passedOn;
    }

    /** How requests travel to a store. */
    Courier courier(LeaseStore store);

    /** Runs a duty on a thread of its own and calls {@code ended} after it has ended, however that came about. */
    Work launch(String name, Runnable body, Runnable ended);

    /** Blocks a duty's thread. */
    void sleep(Duration span) throws InterruptedException;

    /** Blocks a user's thread until {@code done} completes, as {@link CompletableFuture#get(long, TimeUnit)} does. */
    default <T> T await(CompletableFuture<T> done, Duration most)
            throws InterruptedException, ExecutionException, TimeoutException {
        return done.get(most.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Ends every thread but those of duties that will not stop. */
    @Override
    void close();

    /** What a stage drives. */
    interface Driven {
        /** Does all there is to do now and says when it next has to be called; never late by choice. */
        MonoTime turn();
    }

    /** A duty's thread. */
    interface Work {
        void interrupt();

        /** What it is doing, for those who wonder why it does not stop. */
        String whereabouts();
    }
}
