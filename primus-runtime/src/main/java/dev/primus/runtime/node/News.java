package dev.primus.runtime.node;

import dev.primus.Change;
import dev.primus.Leader;
import dev.primus.core.ElectionName;
import dev.primus.core.LossReason;
import dev.primus.core.MonoTime;
import dev.primus.core.Pause;
import dev.primus.core.Term;
import dev.primus.feed.FeedKind;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What is told of one election, to the feed and to listeners, and what has to be remembered to tell it. Who leads may be
 * asked from any thread; all the rest belongs to the node's.
 */
final class News {
    private final ElectionName election;
    private final Node node;
    private final Listeners listeners;
    private final Vacancy vacancy;
    private volatile @Nullable Leader leader;
    private @Nullable Leader lastTold;
    private @Nullable MonoTime doubtSince;
    private @Nullable MonoTime lookedAt;
    private @Nullable Term fellSilent;
    private @Nullable Term ownLast;
    private @Nullable Leader outOfSight;

    News(ElectionName election, Node node) {
        this.election = election;
        this.node = node;
        this.listeners = new Listeners(election, node.stage(), node.chronicle());
        this.vacancy = new Vacancy(node.patienceForLeader());
    }

    void addListener(Consumer<Change> listener) {
        listeners.add(listener);
    }

    void removeListener(Consumer<Change> listener) {
        listeners.remove(listener);
    }

    /** Who leads as far as this node knows. */
    @Nullable
    Leader leader() {
        return leader;
    }

    void joined() {
        note(FeedKind.JOINED, null, null, Map.of());
        vacancy.begins(node.stage().now());
    }

    void left() {
        note(FeedKind.LEFT, null, null, Map.of());
        leader = null;
        vacancy.ends();
    }

    void bids() {
        note(FeedKind.ELECTION_STARTED, null, null, Map.of());
    }

    /** Every renewal is a look, too; not each of them is worth telling. */
    void renews() {
        MonoTime now = node.stage().now();
        MonoTime last = lookedAt;
        if (last == null || !now.isBefore(last.plus(node.checkEvery()))) {
            looks();
        }
    }

    void looks() {
        lookedAt = node.stage().now();
        Leader known = leader;
        note(
                FeedKind.ELECTION_CHECK,
                known == null ? null : known.term(),
                null,
                Map.of("current_leader", known == null ? "nobody" : known.node().toString()));
    }

    void granted(HeldLeadership leadership) {
        Term term = leadership.term();
        Term silent = fellSilent;
        fellSilent = null;
        if (silent != null) {
            node.obituaries().over(election, silent, LossReason.EXPIRED);
        }
        note(FeedKind.BECAME_LEADER, term, null, Map.of());
        if (!isNextAfter(silent, term) && !isNextAfter(ownLast, term)) {
            node.obituaries().lookUpPredecessor(election, term, silent);
        }
        Leader self = new Leader(term, node.stage().wall());
        leader = self;
        vacancy.ends();
        listeners.tell(new Change.Granted(election, leadership));
        tellOf(self);
    }

    /** Whoever hears only of these changes finds each beginning where the last one ended. */
    private void tellOf(@Nullable Leader now) {
        Leader previous = lastTold;
        lastTold = now;
        listeners.tell(new Change.LeaderChanged(election, previous, now));
    }

    /** Nobody can have led in between without this node's knowing. */
    private static boolean isNextAfter(@Nullable Term former, Term term) {
        return former != null && former.token().value() + 1 == term.token().value();
    }

    void suspended(Term term) {
        doubtSince = node.stage().now();
        note(FeedKind.SUSPENDED, term, null, Map.of());
        listeners.tell(new Change.Suspended(election, term));
    }

    void resumed(Term term) {
        note(FeedKind.RESUMED, term, null, doubt());
        doubtSince = null;
        listeners.tell(new Change.Resumed(election, term));
    }

    void revoked(Term term, LossReason reason) {
        leader = null;
        vacancy.begins(node.stage().now());
        note(FeedKind.REVOKED, term, reason, doubt());
        doubtSince = null;
        listeners.tell(new Change.Revoked(election, term, reason));
    }

    /** How long the term has been in doubt. */
    private Map<String, String> doubt() {
        MonoTime since = doubtSince;
        return since == null
                ? Map.of()
                : Map.of("suspect_millis", Long.toString(node.stage().now().nanosSince(since) / 1_000_000));
    }

    void lost(Term term, LossReason reason, boolean confirmed) {
        ownLast = term;
        note(FeedKind.LOST_LEADERSHIP, term, reason, Map.of("confirmed", Boolean.toString(confirmed)));
    }

    void follows(Term term, @Nullable Instant since) {
        if (!term.leader().equals(node.self())) {
            fellSilent = null;
        }
        outOfSight = null;
        vacancy.ends();
        leaderIs(new Leader(term, since == null ? node.stage().wall() : since));
    }

    /** The store does not answer, and the lease that was last seen has ended. */
    void unknown() {
        outOfSight = leader;
        leader = null;
        vacancy.begins(node.stage().now());
        Map<String, String> details = new HashMap<>(Map.of("unknown", "true"));
        if (outOfSight != null) {
            details.put("previous_leader", outOfSight.node().toString());
        }
        note(FeedKind.LEADER_CHANGED, null, null, details);
        tellOf(null);
    }

    void vacant(boolean lapsed) {
        Leader former = leader == null ? outOfSight : leader;
        outOfSight = null;
        if (lapsed && former != null) {
            fellSilent = former.term();
            node.obituaries().down(election, former.term(), LossReason.EXPIRED);
        }
        vacancy.begins(node.stage().now());
        leaderIs(null);
    }

    private void leaderIs(@Nullable Leader now) {
        Leader former = leader;
        leader = now;
        note(
                FeedKind.LEADER_CHANGED,
                now == null ? null : now.term(),
                null,
                former == null
                        ? Map.of()
                        : Map.of("previous_leader", former.node().toString()));
        tellOf(now);
    }

    void paused(@Nullable Pause pause) {
        if (pause == null) {
            note(FeedKind.ELECTION_RESUMED, null, null, Map.of());
        } else {
            note(FeedKind.ELECTION_PAUSED, null, null, Map.of("by", pause.by(), "why", pause.why()));
        }
    }

    void alarm(FeedKind kind, String detail) {
        note(kind, null, null, Map.of("detail", detail));
    }

    void broke(Throwable bug) {
        note(FeedKind.INTERNAL_ERROR, null, null, Map.of("cause", String.valueOf(bug)));
    }

    /** When {@link #alarmIfVacant} wants to be called. */
    MonoTime alarmAt() {
        return vacancy.alarmAt();
    }

    void alarmIfVacant(MonoTime now, Supplier<String> why) {
        Duration lasted = vacancy.alarm(now);
        if (lasted != null) {
            String words = why.get();
            note(
                    FeedKind.LEADERLESS,
                    null,
                    null,
                    Map.of(
                            "millis",
                            Long.toString(lasted.toMillis()),
                            "why",
                            words.isEmpty() ? "nothing keeps it from trying" : words));
        }
    }

    private void note(FeedKind kind, @Nullable Term term, @Nullable LossReason reason, Map<String, String> details) {
        node.chronicle().note(election, kind, term, reason, details);
    }
}
