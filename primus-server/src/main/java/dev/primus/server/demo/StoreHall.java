package dev.primus.server.demo;

import dev.primus.core.ClusterName;
import dev.primus.core.ElectionName;
import dev.primus.core.LeaseTiming;
import dev.primus.core.spi.Ledger;
import dev.primus.core.spi.Sighting;
import dev.primus.core.spi.TermRecord;
import dev.primus.server.store.Credentials;
import dev.primus.server.store.StoreAccess;
import dev.primus.server.store.StoreUrl;
import dev.primus.server.talk.Complaint;
import dev.primus.server.view.Spans;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A store of the user's, or a file of the demo's own. */
public final class StoreHall implements Hall {
    private static final int TERMS_READ = 20;

    private final ElectionName election = Demo.ELECTION;
    private final @Nullable StoreUrl named;
    private final Credentials credentials;
    private final ClusterName cluster;
    private final LeaseTiming timing;
    private @Nullable StoreAccess access;

    /** @param named null for a file of the demo's own */
    public StoreHall(@Nullable StoreUrl named, Credentials credentials, ClusterName cluster, LeaseTiming timing) {
        this.named = named;
        this.credentials = credentials;
        this.cluster = cluster;
        this.timing = timing;
    }

    @Override
    public List<String> announcement() {
        return List.of(
                "Store: " + (named == null ? "an SQLite file in a temporary folder" : named),
                "Lease: %s, renewed every %s, I/O timeout %s."
                        .formatted(
                                Spans.exactly(timing.lease()),
                                Spans.exactly(timing.renewEvery()),
                                Spans.exactly(timing.ioTimeout())));
    }

    private StoreUrl store(Scratch scratch) {
        return named == null ? StoreUrl.sqlite(scratch.folder().resolve("demo.db")) : named;
    }

    @Override
    public void prepare(Scratch scratch) {
        StoreAccess way = StoreAccess.to(store(scratch), credentials);
        way.admin().createOrUpgrade();
        access = way;
        refuseIfBusy(way);
    }

    /** Two demos in one cluster would spoil each other's story. */
    private void refuseIfBusy(StoreAccess way) {
        try (Ledger ledger = way.stores().ledger(cluster)) {
            for (Sighting row : ledger.elections()) {
                if (row.election().equals(election) && row.isLive()) {
                    throw Complaint.refused(
                            "somebody leads '%s' in cluster '%s' already, perhaps another demo: wait %s and try again, or choose another --cluster."
                                    .formatted(
                                            election,
                                            cluster,
                                            Spans.shortly(row.lease().plus(timing.lease()))));
                }
            }
        }
    }

    @Override
    public Cast.Starter starter(Scratch scratch) {
        return new NodeLauncher(store(scratch), credentials, cluster, election.value(), timing, scratch.folder());
    }

    @Override
    public LeaseTiming timing() {
        return timing;
    }

    @Override
    public String arbiter() {
        return "the store";
    }

    /** Standbys first, or one of them would lead for a moment. */
    @Override
    public List<Player.Role> leavingOrder() {
        return List.of(Player.Role.STANDBY, Player.Role.LEADER);
    }

    @Override
    public List<TermRecord> history(List<Event> heard) {
        try (Ledger ledger = Objects.requireNonNull(access).stores().ledger(cluster)) {
            return ledger.history(election, TERMS_READ);
        }
    }

    @Override
    public String books() {
        return "the store";
    }

    @Override
    public String leftovers() {
        return named == null ? "" : "Left in the database: the tables primus_*, with rows of cluster " + cluster + ".";
    }
}
