package dev.primus.jdbc.store;

import dev.primus.core.spi.Hint;
import dev.primus.core.spi.Sighting;
import java.sql.Connection;
import java.util.Collection;
import java.util.function.Consumer;

/**
 * Tells waiting nodes of releases sooner than their next look would. Never decides anything, so it may fail in any way
 * but one: it must not disturb the verbs.
 */
public interface HintChannel extends AutoCloseable {
    /** A channel that says it is none. */
    HintChannel NONE = new HintChannel() {
        @Override
        public void start(Consumer<Hint> hints) {
            hints.accept(Hint.NO_CHANNEL);
        }

        @Override
        public void close() {}
    };

    void start(Consumer<Hint> hints);

    /** The rows that a look has just shown. */
    default void saw(Collection<Sighting> sightings) {}

    /** Something was won on this connection. */
    default void won(Connection connection) {}

    /** Something was given back on this connection. */
    default void released(Connection connection) {}

    @Override
    void close();
}
