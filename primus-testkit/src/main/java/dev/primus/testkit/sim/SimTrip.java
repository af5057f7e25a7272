package dev.primus.testkit.sim;

import dev.primus.core.spi.StoreException;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * A call from a thread of a simulated process to a store: the request takes its time, is carried out, and the reply takes its
 * time. Any of these may fail, and then the thread hears of it at its timeout, whatever the store does about it later.
 */
final class SimTrip {
    private final SimProcess process;
    private final World world;
    private final SimStore store;
    private final Duration ioTimeout;

    SimTrip(SimProcess process, SimStore store, Duration ioTimeout) {
        this.process = process;
        this.world = process.world();
        this.store = store;
        this.ioTimeout = ioTimeout;
    }

    /** The same, told in a trace. */
    <T> T call(String what, Supplier<T> deed) {
        return call(() -> {
            T answer = deed.get();
            world.trace(process.name(), () -> "-- %s: %s".formatted(what, answer));
            return answer;
        });
    }

    private <T> T call(Supplier<T> deed) {
        SimWork thread = process.current();
        if (thread == null) {
            throw new IllegalStateException("only a thread of the process can call");
        }
        SimClock clock = process.machine().clock();
        long deadline = clock.trueTimeOf(clock.mono() + ioTimeout.toNanos());
        long travels = process.machine().link().request();
        if (travels == SimLink.LOST) {
            return fail(thread, deadline, "timeout");
        }
        int connection = process.connections();
        if (world.now() + travels >= deadline) {
            world.at(world.now() + travels, () -> {
                if (connection == process.connections() && !store.isDown()) {
                    T unheard = deed.get();
                    world.trace(process.name(), () -> "-- a ghost, heard by nobody: " + unheard);
                }
            });
            return fail(thread, deadline, "timeout");
        }
        await(thread, world.now() + travels);
        if (store.isDown() || connection != process.connections()) {
            throw new StoreException("connection refused");
        }
        T answer = deed.get();
        long back = process.machine().link().reply();
        if (back == SimLink.LOST || world.now() + back >= deadline) {
            return fail(thread, deadline, "timeout");
        }
        await(thread, world.now() + back);
        return answer;
    }

    /** An interrupt does not end a call: its answer is waited for. */
    private void await(SimWork thread, long until) {
        boolean interrupted = Thread.interrupted();
        while (world.now() < until) {
            thread.waitUntil(until);
            interrupted |= Thread.interrupted();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private <T> T fail(SimWork thread, long deadline, String why) {
        await(thread, deadline);
        throw new StoreException(why);
    }
}
