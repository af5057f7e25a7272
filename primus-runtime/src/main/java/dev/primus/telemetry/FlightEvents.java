package dev.primus.telemetry;

import dev.primus.core.ElectionName;
import dev.primus.core.LossReason;
import dev.primus.core.Term;
import dev.primus.feed.FeedKind;
import dev.primus.feed.FeedRecord;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import jdk.jfr.Event;
import org.jspecify.annotations.Nullable;

/** Records of the feed as events of Flight Recorder. Those of a kind that is switched off are not even filled in. */
final class FlightEvents implements Consumer<FeedRecord> {
    static final List<Class<? extends Event>> TYPES =
            List.of(TransitionEvent.class, RenewalEvent.class, SuspectEvent.class, DutyRestartEvent.class);

    @Override
    public void accept(FeedRecord record) {
        switch (record.kind()) {
            case JOINED,
                    LEFT,
                    BECAME_LEADER,
                    LOST_LEADERSHIP,
                    LEADER_DOWN,
                    LEADER_CHANGED,
                    LEADERLESS,
                    SUSPENDED,
                    ELECTION_PAUSED,
                    ELECTION_RESUMED -> transition(record);
            case REVOKED, RESUMED -> {
                transition(record);
                suspect(record);
            }
            case RENEWED -> renewal(record);
            case DUTY_RESTARTING -> dutyRestart(record);
            default -> {}
        }
    }

    private static void transition(FeedRecord record) {
        TransitionEvent event = new TransitionEvent();
        if (event.shouldCommit()) {
            event.at = record.time().toEpochMilli();
            event.node = record.node().toString();
            event.election = election(record);
            event.kind = record.kind().name().toLowerCase(Locale.ROOT);
            Term term = record.term();
            event.leader = term == null ? null : term.leader().toString();
            event.term = term(record);
            LossReason reason = record.reason();
            event.reason = reason == null ? null : reason.name();
            event.commit();
        }
    }

    private static void renewal(FeedRecord record) {
        RenewalEvent event = new RenewalEvent();
        if (event.shouldCommit()) {
            event.at = record.time().toEpochMilli();
            event.node = record.node().toString();
            event.elections = Details.number(record, "elections").orElse(0);
            event.unconfirmed = Details.number(record, "unconfirmed").orElse(0);
            event.latency = Details.number(record, "micros").orElse(0);
            event.headroom = Details.number(record, "headroom_millis").orElse(0);
            event.commit();
        }
    }

    private static void suspect(FeedRecord record) {
        SuspectEvent event = new SuspectEvent();
        if (record.details().containsKey("suspect_millis") && event.shouldCommit()) {
            event.at = record.time().toEpochMilli();
            event.node = record.node().toString();
            event.election = election(record);
            event.term = term(record);
            event.length = Details.number(record, "suspect_millis").orElse(0);
            event.confirmed = record.kind() == FeedKind.RESUMED;
            event.commit();
        }
    }

    private static void dutyRestart(FeedRecord record) {
        DutyRestartEvent event = new DutyRestartEvent();
        if (event.shouldCommit()) {
            event.at = record.time().toEpochMilli();
            event.node = record.node().toString();
            event.election = election(record);
            event.term = term(record);
            event.duty = record.details().get("duty");
            event.delay = Details.number(record, "after_millis").orElse(0);
            event.commit();
        }
    }

    private static String election(FeedRecord record) {
        ElectionName election = record.election();
        return election == null ? "" : election.value();
    }

    private static @Nullable String term(FeedRecord record) {
        Term term = record.term();
        return term == null ? null : term.token().toString();
    }
}
