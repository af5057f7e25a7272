package dev.primus.telemetry;

import dev.primus.Election;
import dev.primus.core.ElectionName;
import dev.primus.feed.FeedKind;
import dev.primus.feed.FeedRecord;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Reads the feed into the meters of the node and of each of its elections. */
final class MeterReader implements Consumer<FeedRecord> {
    /** Beyond so many elections, one in which this node takes no part gets no meters. */
    private static final int MOST_WITHOUT_PART = 1000;

    private final Meters meters;
    private final NodeMeters node;
    private final Supplier<List<Election>> present;
    private final boolean byVote;
    private final Map<ElectionName, ElectionMeters> elections = new ConcurrentHashMap<>();

    /** @param byVote whether the elections are decided by vote, so that there is more to count */
    MeterReader(Meters meters, NodeMeters node, Supplier<List<Election>> present, boolean byVote) {
        this.meters = meters;
        this.node = node;
        this.present = present;
        this.byVote = byVote;
    }

    /** Begins with the elections that were joined before anybody read. */
    void startFromPresent() {
        present.get().forEach(election -> metersOf(election.name()).startFrom(election));
    }

    @Override
    public void accept(FeedRecord record) {
        ElectionName election = record.election();
        if (election == null) {
            node.read(record);
            return;
        }
        if (isOneTooMany(election)) {
            return;
        }
        ElectionMeters known = metersOf(election);
        if (record.kind() == FeedKind.JOINED) {
            present.get().stream()
                    .filter(joined -> joined.name().equals(election))
                    .forEach(known::ask);
        }
        known.read(record);
    }

    /** Other nodes may hold any number of elections in which this node only votes. */
    private boolean isOneTooMany(ElectionName election) {
        return elections.size() >= MOST_WITHOUT_PART
                && !elections.containsKey(election)
                && present.get().stream().noneMatch(joined -> joined.name().equals(election));
    }

    private ElectionMeters metersOf(ElectionName election) {
        return elections.computeIfAbsent(
                election, name -> new ElectionMeters(meters.with("election", name.value()), byVote));
    }
}
