package dev.primus.testkit.sim;

import dev.primus.core.spi.Answer;
import dev.primus.core.spi.LeaseStore;
import dev.primus.runtime.effect.Courier;
import dev.primus.runtime.effect.StoreCall;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/**
 * Carries calls over a {@link SimLink}: a request takes its time, is carried out, and the reply takes its time; any of
 * these may fail, and then the client hears "unknown" at its timeout, whatever the store does about it later.
 */
final class SimCourier implements Courier {
    private final SimProcess process;
    private final World world;
    private final LeaseStore store;
    private final Duration ioTimeout;

    SimCourier(SimProcess process, LeaseStore store, Duration ioTimeout) {
        this.process = process;
        this.world = process.world();
        this.store = store;
        this.ioTimeout = ioTimeout;
    }

    @Override
    public void carry(StoreCall call, Consumer<List<Answer>> reply) {
        process.correspondence().sent(call);
        Trip trip = new Trip(call, reply);
        SimLink link = process.machine().link();
        long travels = link.request();
        SimClock clock = process.machine().clock();
        process.at(clock.trueTimeOf(clock.mono() + ioTimeout.toNanos()), trip::timeOut);
        if (travels != SimLink.LOST) {
            int connection = process.connections();
            world.at(world.now() + travels, () -> {
                if (connection == process.connections()) {
                    trip.arrive();
                }
            });
        }
    }

    /** One call on its way. */
    private final class Trip {
        private final StoreCall call;
        private final Consumer<List<Answer>> reply;
        private final long sentAt = process.ownTime();
        private boolean over;

        Trip(StoreCall call, Consumer<List<Answer>> reply) {
            this.call = call;
            this.reply = reply;
        }

        void arrive() {
            List<Answer> answers = call.on(store);
            long travels = process.machine().link().reply();
            if (travels != SimLink.LOST) {
                process.at(world.now() + travels, () -> end(answers));
            }
        }

        void timeOut() {
            if (!over) {
                end(call.unknown("timeout"));
            }
        }

        private void end(List<Answer> answers) {
            if (!over) {
                over = true;
                process.correspondence().answered(call, answers, sentAt);
                reply.accept(answers);
            }
        }
    }
}
