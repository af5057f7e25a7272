package dev.primus.testkit.sim;

import dev.primus.core.NodeId;
import java.time.Instant;
import java.util.function.Supplier;

/**
 * What a statement knows when it is carried out.
 *
 * @param now the server's clock, in microseconds
 * @param clock which server's clock that is
 * @param self who asks
 * @param lease for how long, in microseconds
 * @param heirWindow how long an heir has the first try, in microseconds
 * @param floor the number that every new term must be above since the lineage was last raised
 * @param clientWall the asker's own wall clock, which no right statement looks at
 */
public record StoreMoment(
        long now, String clock, NodeId self, long lease, long heirWindow, long floor, Supplier<Instant> clientWall) {
    StoreMoment withNow(long other) {
        return new StoreMoment(other, clock, self, lease, heirWindow, floor, clientWall);
    }

    Instant wall() {
        return Instant.ofEpochSecond(now / 1_000_000, now % 1_000_000 * 1000);
    }
}
