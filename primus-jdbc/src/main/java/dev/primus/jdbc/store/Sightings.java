package dev.primus.jdbc.store;

import dev.primus.core.ElectionName;
import dev.primus.core.NodeId;
import dev.primus.core.NodeName;
import dev.primus.core.Pause;
import dev.primus.core.StoreTime;
import dev.primus.core.spi.Sighting;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads sightings from the columns that every dialect's look yields: {@code election, owner, epoch, renewals, nonce,
 * remaining_us, lease_us, now_us, read_by, stamped_by, heir, heir_remaining_us, lineage, granted_us,
 * paused_us, paused_by, paused_why}.
 */
public final class Sightings implements Sql.RowReader<Sighting> {
    private final List<ElectionName> asked;
    private final Map<String, NodeId> owners = new HashMap<>();
    private final Map<String, String> clocks = new HashMap<>();
    private int next;

    /** For rows of whatever elections there are. */
    public Sightings() {
        this(List.of());
    }

    /**
     * One for each read: thousands of rows name the same few processes and clocks, and elections that are known by name,
     * and may as well share them.
     *
     * @param asked in order, which is most likely that of the rows
     */
    public Sightings(List<ElectionName> asked) {
        this.asked = asked;
    }

    @Override
    public Sighting read(ResultSet row) throws SQLException {
        String owner = row.getString("owner");
        String heir = row.getString("heir");
        return new Sighting(
                election(row.getString("election")),
                owner.isEmpty() ? null : owners.computeIfAbsent(owner, NodeId::parse),
                row.getLong("epoch"),
                row.getLong("renewals"),
                row.getString("nonce"),
                micros(row.getLong("remaining_us")),
                micros(row.getLong("lease_us")),
                new StoreTime(row.getLong("now_us")),
                clock(row.getString("read_by")),
                clock(row.getString("stamped_by")),
                heir.isEmpty() ? null : new NodeName(heir),
                heir.isEmpty() ? Duration.ZERO : micros(row.getLong("heir_remaining_us")),
                row.getInt("lineage"),
                instantOrNull(row.getLong("granted_us")),
                pause(row));
    }

    private static @Nullable Pause pause(ResultSet row) throws SQLException {
        long since = row.getLong("paused_us");
        return since == 0 ? null : new Pause(row.getString("paused_by"), row.getString("paused_why"), instant(since));
    }

    private ElectionName election(String name) {
        while (next < asked.size() && asked.get(next).value().compareTo(name) < 0) {
            next++;
        }
        boolean isNext = next < asked.size() && asked.get(next).value().equals(name);
        return isNext ? asked.get(next++) : new ElectionName(name);
    }

    private String clock(String name) {
        return clocks.computeIfAbsent(name, same -> same);
    }

    static Map<ElectionName, Sighting> byElection(List<Sighting> sightings) {
        Map<ElectionName, Sighting> found = new HashMap<>();
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
