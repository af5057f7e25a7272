package dev.primus.deathwatch;

import dev.primus.core.LeaseTiming;
import dev.primus.core.spi.StoreSession;
import java.util.function.LongSupplier;

/**
 * For whom a death watch is kept.
 *
 * @param clock the node's clock in nanoseconds, by which {@link DeathWatch#confirmed} is told the time
 * @param news who is told whether the watch is up
 */
public record Post(StoreSession session, LeaseTiming timing, LongSupplier clock, News news) {

    /** Who is told whether a companion is up, from any thread. */
    public interface News {
        void up();

        void down(String cause);
    }
}
