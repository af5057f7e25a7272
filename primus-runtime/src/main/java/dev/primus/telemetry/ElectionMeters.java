package dev.primus.telemetry;

import dev.primus.Election;
import dev.primus.core.LossReason;
import dev.primus.feed.FeedRecord;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The meters of one election on one node. All are there from the start: a rate needs the zero before the first one. */
final class ElectionMeters {
    private final LeaderlessTime leaderless;
    private final Counter terms;
    private final Map<LossReason, Counter> transitions = new EnumMap<>(LossReason.class);
    private final Counter silentLeaders;
    private final Timer takeover;
    private final Timer suspect;
    private final Counter restarts;
    private final Counter failures;
    private final Counter abandonments;
    private final Counter listenerFailures;
    private final @Nullable BallotMeters votes;
    private volatile @Nullable Election election;

    /** @param byVote whether it is decided by vote */
    ElectionMeters(Meters meters, boolean byVote) {
        this.votes = byVote ? new BallotMeters(meters) : null;
        this.leaderless = new LeaderlessTime(meters.registry().config().clock());
        meters.gauge("primus.leader", "1 on the node that leads, 0 on every other", this, ElectionMeters::leads);
        meters.counter(
                "primus.leaderless",
                "seconds",
                "how long there was no leader as far as this node knew",
                this,
                all -> all.leaderless.seconds());
        this.terms = meters.counter("primus.terms", "terms", "terms that began on this node");
        for (LossReason reason : LossReason.values()) {
            Meters ofReason = meters.with("reason", reason.name());
            transitions.put(
                    reason,
                    ofReason.counter("primus.transitions", "transitions", "terms of this node that ended, and why"));
        }
        this.silentLeaders = meters.counter("primus.silent.leaders", "leaders", "leaders that crashed or fell silent");
        this.takeover = meters.histogram(
                "primus.takeover", "from when this node noticed that a leader was gone until it knew the next one");
        this.suspect = meters.timer("primus.suspect", "spells in which this node's term was in doubt after a pause");
        this.restarts = meters.counter("primus.duty.restarts", "restarts", "duties that were begun again");
        this.failures = meters.counter("primus.duty.failures", "failures", "duties that failed");
        this.abandonments =
                meters.counter("primus.duty.abandonments", "abandonments", "duties that would not stop in time");
        this.listenerFailures = meters.counter("primus.listener.failures", "failures", "listeners that threw");
    }

    /** From now on {@code present} is asked whether it leads. */
    void ask(Election present) {
        election = present;
    }

    void startFrom(Election present) {
        ask(present);
        if (present.leader().isEmpty()) {
            leaderless.knowsNobody();
        }
    }

    private double leads() {
        Election present = election;
        return present != null && present.isLeader() ? 1 : 0;
    }

    void read(FeedRecord record) {
        if (votes != null) {
            votes.read(record);
        }
        switch (record.kind()) {
            case JOINED -> leaderless.knowsNobody();
            case LEFT -> leaderless.nobodyLooks();
            case BECAME_LEADER -> {
                terms.increment();
                leaderKnown();
            }
            case REVOKED -> revoked(record);
            case RESUMED -> spellOver(record);
            case LEADER_DOWN -> silentLeaders.increment();
            case LEADER_CHANGED -> {
                if (record.term() == null) {
                    leaderless.leaderLost();
                } else {
                    leaderKnown();
                }
            }
            case DUTY_RESTARTING -> restarts.increment();
            case DUTY_FAILED -> failures.increment();
            case DUTY_ABANDONED -> abandonments.increment();
            case LISTENER_FAILED -> listenerFailures.increment();
            default -> {}
        }
    }

    private void leaderKnown() {
        leaderless.leaderKnown().ifPresent(takeover::record);
    }

    private void revoked(FeedRecord record) {
        leaderless.leaderLost();
        spellOver(record);
        LossReason reason = record.reason();
        Counter counter = reason == null ? null : transitions.get(reason);
        if (counter != null) {
            counter.increment();
        }
    }

    private void spellOver(FeedRecord record) {
        Details.number(record, "suspect_millis").ifPresent(millis -> suspect.record(Duration.ofMillis(millis)));
    }
}
