package dev.primus.telemetry;

import dev.primus.core.Trigger;
import dev.primus.feed.FeedKind;
import dev.primus.feed.FeedRecord;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** The meters of one election that is decided by vote, as one node has seen it. All are there from the start. */
final class BallotMeters {
    private final Map<String, Counter> elections = new HashMap<>();
    private final Counter failed;
    private final Timer duration;
    private final DistributionSummary participation;
    private final DistributionSummary candidates;
    private final DistributionSummary score;

    BallotMeters(Meters meters) {
        for (Trigger trigger : Trigger.values()) {
            Meters ofTrigger = meters.with("trigger", trigger.word());
            elections.put(
                    trigger.word(),
                    ofTrigger.counter(
                            "primus.elections", "elections", "votes that ended, and why they were called for"));
        }
        this.failed = meters.counter("primus.failed.elections", "elections", "votes that made nobody leader");
        this.duration = meters.histogram("primus.election.duration", "from when this node heard of a vote to its end");
        this.participation =
                meters.summary("primus.election.participation", "who was heard to vote, as a part of all voters");
        this.candidates = meters.summary("primus.election.candidates", "how many stood");
        this.score = meters.summary("primus.election.score", "the score of who has won");
    }

    void read(FeedRecord record) {
        if (record.kind() != FeedKind.ELECTION_COMPLETE) {
            return;
        }
        Counter counter = elections.get(record.details().getOrDefault("trigger", ""));
        if (counter != null) {
            counter.increment();
        }
        if (record.term() == null) {
            failed.increment();
        }
        Details.number(record, "millis").ifPresent(millis -> duration.record(Duration.ofMillis(millis)));
        Details.number(record, "candidates").ifPresent(candidates::record);
        long voters = Details.number(record, "voters").orElse(0);
        if (voters > 0) {
            // Where no majority is asked for, more may vote than were expected.
            double voted = Details.number(record, "voted").orElse(0);
            participation.record(Math.min(1, voted / voters));
        }
        Details.fraction(record, "score").ifPresent(score::record);
    }
}
