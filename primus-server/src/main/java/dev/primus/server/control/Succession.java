package dev.primus.server.control;

import dev.primus.core.ElectionName;
import dev.primus.core.Term;
import dev.primus.core.spi.TermRecord;
import dev.primus.feed.Feed;
import dev.primus.feed.FeedKind;
import dev.primus.feed.FeedReader;
import dev.primus.feed.FeedRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Who leads after a given term, and how long nobody did, by one node's feed or by the books. */
final class Succession implements AutoCloseable {

    /** The next term; {@code leaderless} is null if this node did not tell when the former one ended. */
    record Next(Term term, @Nullable Duration leaderless) {
        Answer.After answer() {
            return new Answer.After(
                    term.leader().toString(),
                    term.token().toString(),
                    leaderless == null ? null : (Long) Math.max(0, leaderless.toMillis()));
        }
    }

    private final ElectionName election;
    private final long after;
    private final CompletableFuture<Next> next = new CompletableFuture<>();
    private final FeedReader reader;
    private @Nullable Instant revoked;

    Succession(Feed feed, ElectionName election, long after) {
        this.election = election;
        this.after = after;
        this.reader = feed.subscribe("control", this::heard);
    }

    private synchronized void heard(FeedRecord record) {
        Term term = record.term();
        if (!election.equals(record.election()) || term == null) {
            return;
        }
        if (record.kind() == FeedKind.REVOKED) {
            revoked = record.time();
        }
        boolean tellsWhoLeads = record.kind() == FeedKind.BECAME_LEADER || record.kind() == FeedKind.LEADER_CHANGED;
        if (tellsWhoLeads && term.token().value() > after) {
            next.complete(new Next(term, revoked == null ? null : Duration.between(revoked, record.time())));
        }
    }

    /**
     * The first term after that one, which need not be the newest.
     *
     * @param terms newest first
     * @param after 0 if that is not known, and so nothing can be said to follow it
     */
    static Optional<Next> byTheBooks(List<TermRecord> terms, long after) {
        TermRecord next = null;
        for (TermRecord term : terms) {
            long token = term.term().token().value();
            if (token <= after) {
                return next == null ? Optional.empty() : Optional.of(new Next(next.term(), between(term, next)));
            }
            next = term;
        }
        return next == null || after == 0 ? Optional.empty() : Optional.of(new Next(next.term(), null));
    }

    private static @Nullable Duration between(TermRecord former, TermRecord next) {
        Instant ended = former.ended();
        return ended == null ? null : Duration.between(ended, next.granted());
    }

    /** Empty if nobody was seen to lead within {@code most}. */
    Optional<Next> await(Duration most) throws InterruptedException {
        try {
            return Optional.of(next.get(most.toNanos(), TimeUnit.NANOSECONDS));
        } catch (TimeoutException e) {
            return Optional.empty();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        reader.close();
    }
}
