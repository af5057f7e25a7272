package dev.primus.testkit.conformance;

import dev.primus.Primus;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Where an engine is put to the test: nodes that can be started and killed, an arbiter that can fail, and time. */
public interface Ground extends AutoCloseable {

    /** The name under which a case may read a feed: in virtual time only this one is passed on. */
    String READER = "sim";

    /** Starts a node; the names are a, b, c … */
    Primus start(String node);

    /** Ends a node without a word. */
    void kill(String node);

    /** The arbiter answers nobody. */
    void arbiterFails();

    void arbiterRecovers();

    /** How long, at most, an election is without a leader after a crash. */
    Duration worstTakeover();

    /** Lets time go by. */
    void pass(Duration span) throws InterruptedException;

    /** Blocks the calling thread of that node, as careless user code would. */
    void block(String node, Duration span) throws InterruptedException;

    /** Lets time go by until something is so; false if it is not within {@code most}. */
    default boolean until(BooleanSupplier so, Duration most) throws InterruptedException {
        Duration step = Duration.ofMillis(5);
        for (Duration waited = Duration.ZERO; waited.compareTo(most) < 0; waited = waited.plus(step)) {
            if (so.getAsBoolean()) {
                return true;
            }
            pass(step);
        }
        return so.getAsBoolean();
    }

    @Override
    void close();
}
