package dev.primus.server.view;

import dev.primus.core.LossReason;
import dev.primus.core.Term;
import dev.primus.feed.FeedRecord;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A record of the feed in a person's words. */
public final class EventText {
    private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("HH:mm:ss.SSS", Locale.ROOT);

    private EventText() {}

    /** One line with the time in front; a {@code !} marks what an operator should look at. */
    public static String line(FeedRecord record, ZoneId zone) {
        return CLOCK.withZone(zone).format(record.time())
                + (record.kind().isAlarming() ? " ! " : "   ")
                + words(record);
    }

    /** Words of another source, as if they were a record's. */
    public static String line(Instant time, String words, ZoneId zone) {
        return CLOCK.withZone(zone).format(time) + "   " + words;
    }

    private static String words(FeedRecord record) {
        String election = record.election() == null ? "" : record.election() + ": ";
        return election + what(record);
    }

    private static String what(FeedRecord record) {
        Term term = record.term();
        String number = term == null ? "" : term.token().toString();
        return switch (record.kind()) {
            case JOINED -> "taking part as " + record.node();
            case LEFT -> "left";
            case BECAME_LEADER -> "LEADING, term " + number;
            case ELECTION_STARTED -> "trying to lead";
            case ELECTION_COMPLETE -> complete(record, number);
            case ELECTION_CHECK -> "looking who leads: " + detail(record, "current_leader") + " as far as known";
            case REVOKED -> "no longer leading, term " + number + ": " + because(record.reason());
            case LOST_LEADERSHIP -> lost(record, number);
            case LEADER_DOWN ->
                detail(record, "former_leader")
                        + (record.reason() == LossReason.CRASHED
                                ? " died, its term " + number + " was given back by its death watch"
                                : " fell silent, its term " + number + " ran out");
            case LEADER_CHANGED ->
                term != null
                        ? term.leader() + " leads, term " + number
                        : record.details().containsKey("unknown")
                                ? "the leader is unknown: "
                                        + (isAmongPeers(record) ? "too few peers answer" : "the store does not answer")
                                : "nobody leads";
            case ELECTION_PAUSED ->
                "paused by " + detail(record, "by") + ", nobody takes over: " + detail(record, "why");
            case ELECTION_RESUMED -> "not paused any more";
            case SPLIT_BRAIN_DETECTED -> "split brain: " + detail(record, "why");
            case LEADERLESS ->
                "no leader for " + detail(record, "millis") + " ms; as for this node: " + detail(record, "why");
            case SUSPENDED -> "in doubt after a pause; nothing is held until the store confirms term " + number;
            case RESUMED -> "the store has confirmed term " + number + "; leading again";
            case DUTY_STARTED -> "duty " + detail(record, "duty") + " started";
            case DUTY_ENDED -> "duty " + detail(record, "duty") + " ended";
            case DUTY_FAILED -> "duty " + detail(record, "duty") + " failed: " + detail(record, "cause");
            case DUTY_RESTARTING ->
                "duty " + detail(record, "duty") + " begins again in " + detail(record, "after_millis") + " ms";
            case DUTY_GAVE_UP -> "duty " + detail(record, "duty") + " failed too often; giving leadership up";
            case DUTY_ABANDONED -> "duty " + detail(record, "duty") + " will not stop; the lease is left to run out";
            case LISTENER_FAILED -> "a listener failed: " + detail(record, "cause");
            case PAUSED -> "this process stood still for " + detail(record, "millis") + " ms";
            case STORE_LOST ->
                (isAmongPeers(record) ? "too few peers answer: " : "the store does not answer: ")
                        + detail(record, "cause");
            case STORE_BACK -> isAmongPeers(record) ? "enough peers answer again" : "the store answers again";
            case HINTS_UP -> isAmongPeers(record) ? "among peers" : "the store pushes news";
            case HINTS_DOWN -> "the store pushes no news; asking now and then instead";
            case STORE_WENT_BACK -> "the store has forgotten a term: " + detail(record, "detail");
            case CLOCK_DISTRUSTED -> "the store's clock is not to be trusted: " + detail(record, "detail");
            case DEATH_WATCH_UP -> "the death watch is up";
            case DEATH_WATCH_DOWN -> "no death watch, a crash costs a lease: " + detail(record, "cause");
            case CONTROL -> control(record);
            case NODE_UP -> "node " + detail(record, "which") + " is up";
            case NODE_DOWN -> "node " + detail(record, "which") + " is down";
            case PARTITION_SEEN ->
                "node " + detail(record, "which") + " is back after " + detail(record, "millis")
                        + " ms and was not restarted: it had been cut off";
            case CLUSTER_HEALTHY -> "the cluster is healthy, nodes up: " + detail(record, "up");
            case CLUSTER_DEGRADED -> "the cluster is degraded: " + detail(record, "why");
            case RENEWED -> renewed(record);
            case CLOCK_READ -> "this clock is ahead of the store's by " + detail(record, "offset_micros") + " us";
            case INTERNAL_ERROR -> "internal error, starting over: " + detail(record, "cause");
        };
    }

    private static String control(FeedRecord record) {
        String why = record.details().getOrDefault("why", "");
        String whom = record.details().getOrDefault("whom", "");
        return "%s%s by %s: %s%s (act %s)"
                .formatted(
                        detail(record, "act"),
                        whom.isEmpty() ? "" : " " + whom,
                        detail(record, "by"),
                        detail(record, "outcome"),
                        why.isEmpty() ? "" : ", " + why,
                        detail(record, "id"));
    }

    private static String complete(FeedRecord record, String number) {
        Term term = record.term();
        return "%s after %s ms, of %s candidates, by %s of %s voters (%s)"
                .formatted(
                        term == null ? "nobody has won" : term.leader() + " has won term " + number,
                        detail(record, "millis"),
                        detail(record, "candidates"),
                        detail(record, "voted"),
                        detail(record, "voters"),
                        detail(record, "trigger"));
    }

    private static String renewed(FeedRecord record) {
        return "asked to renew %s in %s us; not confirmed: %s"
                .formatted(detail(record, "elections"), detail(record, "micros"), detail(record, "unconfirmed"));
    }

    private static String lost(FeedRecord record, String number) {
        Term term = record.term();
        if (term != null && !term.leader().equals(record.node())) {
            return "term " + number + " of " + term.leader() + " is over: " + because(record.reason());
        }
        return detail(record, "confirmed").equals("true")
                ? "given back, term " + number + ": " + because(record.reason())
                : "given up, term " + number + ", but the store has not confirmed it: the lease runs out by itself";
    }

    private static String detail(FeedRecord record, String name) {
        return record.details().getOrDefault(name, "?");
    }

    private static String because(@Nullable LossReason reason) {
        if (reason == null) {
            return "no reason known";
        }
        return reason + ", "
                + switch (reason) {
                    case RELEASED -> "it resigned";
                    case TRANSFERRED -> "handed over to a named node";
                    case TRIGGERED -> "an operator asked for a new election";
                    case SHUTDOWN -> "the node stops";
                    case EXPIRED -> "the lease was not renewed in time";
                    case TAKEN -> "another node holds it";
                    case SUSPECT -> "a pause made it doubtful";
                    case DUTY_FAILED -> "a duty kept failing";
                    case UNHEALTHY -> "a health check demoted it";
                    case NO_QUORUM -> "it lost its quorum";
                    case MERGED -> "two sides were merged";
                    case CRASHED -> "its process died";
                };
    }

    private static boolean isAmongPeers(FeedRecord record) {
        return "peers".equals(record.details().get("arbiter"));
    }
}
