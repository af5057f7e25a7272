package dev.primus.telemetry;

import dev.primus.Election;
import dev.primus.Health;
import dev.primus.Primus;
import dev.primus.core.NodeName;
import dev.primus.feed.Feed;
import dev.primus.feed.FeedReader;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/**
 * The meters of a node, for Micrometer. They count from when they are bound, so bind them before joining. They read the
 * feed, with what is routine, and cannot slow the node. Safe for use from any thread.
 */
public final class PrimusMetrics implements MeterBinder, AutoCloseable {
    private final NodeName node;
    private final Feed feed;
    private final Supplier<List<Election>> elections;
    private final Supplier<Health> health;
    private final boolean byVote;
    private final List<FeedReader> readers = new CopyOnWriteArrayList<>();

    /** @param byVote whether this node's elections are decided by vote */
    PrimusMetrics(
            NodeName node, Feed feed, Supplier<List<Election>> elections, Supplier<Health> health, boolean byVote) {
        this.node = node;
        this.feed = feed;
        this.elections = elections;
        this.health = health;
        this.byVote = byVote;
    }

    public static PrimusMetrics of(Primus primus) {
        return new PrimusMetrics(
                primus.id().name(),
                primus.feed(),
                primus::elections,
                primus::health,
                primus.ballotOffice().isPresent());
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        Meters meters = new Meters(registry, Tags.of("node", node.value()));
        NodeMeters ofNode = new NodeMeters(meters, health);
        MeterReader reader = new MeterReader(meters, ofNode, elections, byVote);
        FeedReader subscription = feed.subscribeToAll("metrics", reader);
        readers.add(subscription);
        ofNode.watch(subscription);
        reader.startFromPresent();
    }

    /** Reads no further; the meters stay with their registries. */
    @Override
    public void close() {
        readers.forEach(FeedReader::close);
        readers.clear();
    }
}
