package dev.primus.core.spi;

import dev.primus.core.ClusterName;
import dev.primus.core.NodeId;
import java.time.Duration;

/**
 * Who opens a store, and the times it has to keep.
 *
 * @param lease how long an acquired or renewed lease runs, on the store's clock
 * @param ioTimeout by when a verb must have answered
 * @param margin what two readings of the same clock may differ by before it is distrusted
 * @param heirWindow how long an heir has the first try
 */
public record StoreSession(
        ClusterName cluster, NodeId self, Duration lease, Duration ioTimeout, Duration margin, Duration heirWindow) {}
