package dev.primus.jdbc.store;

import dev.primus.core.ElectionName;
import dev.primus.core.NodeId;
import dev.primus.core.NodeName;
import dev.primus.core.StoreTime;
import dev.primus.core.spi.Sighting;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Reads sightings from the columns that every dialect's look yields: {@code election, owner, epoch, renewals, nonce,
 * remaining_us, lease_us, now_us, read_by, stamped_by, heir, heir_remaining_us, lineage, granted_us}.
 */
public final class Sightings {
    private Sightings() {}

    public static Sighting read(ResultSet row) throws SQLException {
        String owner = row.getString("owner");
        String heir = row.getString("heir");
        return new Sighting(
                new ElectionName(row.getString("election")),
                owner.isEmpty() ? null : NodeId.parse(owner),
                row.getLong("epoch"),
                row.getLong("renewals"),
                row.getString("nonce"),
                micros(row.getLong("remaining_us")),
                micros(row.getLong("lease_us")),
                new StoreTime(row.getLong("now_us")),
                row.getString("read_by"),
                row.getString("stamped_by"),
                heir.isEmpty() ? null : new NodeName(heir),
                micros(row.getLong("heir_remaining_us")),
                row.getInt("lineage"),
                instantOrNull(row.getLong("granted_us")));
    }

    public static Map<ElectionName, Sighting> byElection(List<Sighting> sightings) {
        Map<ElectionName, Sighting> found = new TreeMap<>();
        sightings.forEach(seen -> found.put(seen.election(), seen));
        return found;
    }

    static Duration micros(long micros) {
        return Duration.of(micros, ChronoUnit.MICROS);
    }

    static Instant instant(long micros) {
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }

    private static @Nullable Instant instantOrNull(long micros) {
        return micros == 0 ? null : instant(micros);
    }
}
