package dev.primus.runtime.node;

import dev.primus.core.ElectionName;
import dev.primus.core.LossReason;
import dev.primus.core.NodeId;
import dev.primus.core.Term;
import dev.primus.core.spi.Ledger;
import dev.primus.core.spi.TermRecord;
import dev.primus.feed.FeedKind;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Who crashed or fell silent cannot say that its term is over: who comes after it does, by the feed. A successor that has
 * not seen the lease run out, because it came later or a death watch gave the lease back, finds the end in the books. It
 * looks there on a lane of its own: nothing waits for it, and if the books cannot be read the history still has it.
 */
final class Obituaries {
    private static final Logger LOG = LoggerFactory.getLogger(Obituaries.class);
    /** The number of a term that none can have come before. */
    private static final long FIRST = 1;

    /** Of those that come together: more would keep a connection from others for too long, and the history has them. */
    private static final int MOST_UNREAD = 100;

    /** This node's term, the one before it, and perhaps one that has followed already. */
    private static final int READ_BACK = 3;

    private static final Map<String, String> SAID_BY = Map.of("said_by", "successor");

    /** @param toldOf the term that was spoken for already; null if none was */
    private record Succession(
            ElectionName election, Term successor, @Nullable Term toldOf) {}

    private final NodeId self;
    private final Supplier<Ledger> books;
    private final Executor lane;
    private final Chronicle chronicle;
    private final Queue<Succession> unread = new ConcurrentLinkedQueue<>();
    private final Lock reading = new ReentrantLock();
    private volatile boolean closed;

    Obituaries(NodeId self, Supplier<Ledger> books, Executor lane, Chronicle chronicle) {
        this.self = self;
        this.books = books;
        this.lane = lane;
        this.chronicle = chronicle;
    }

    /** The lease of {@code former} has run out, or its process is known to be dead. */
    void down(ElectionName election, Term former, LossReason reason) {
        chronicle.note(
                election,
                FeedKind.LEADER_DOWN,
                former,
                reason,
                Map.of("former_leader", former.leader().toString()));
    }

    void over(ElectionName election, Term former, LossReason reason) {
        chronicle.note(election, FeedKind.LOST_LEADERSHIP, former, reason, SAID_BY);
    }

    /** Says it of the term before this one if the books say that nobody else could. Must not fail: a term begins. */
    void lookUpPredecessor(ElectionName election, Term successor, @Nullable Term toldOf) {
        if (successor.token().value() == FIRST || closed || unread.size() >= MOST_UNREAD) {
            return;
        }
        unread.add(new Succession(election, successor, toldOf));
        try {
            lane.execute(this::readAll);
        } catch (RuntimeException | Error noThread) {
            unread.clear();
            LOG.debug("how the term before {} of {} ended is not looked up", successor, election, noThread);
        }
    }

    /** Those that have come together are read together. */
    private void readAll() {
        reading.lock();
        try {
            if (!unread.isEmpty() && !closed) {
                readFrom(books.get());
            }
        } catch (RuntimeException e) {
            unread.clear();
            LOG.debug("how former terms ended cannot be read", e);
        } finally {
            reading.unlock();
        }
    }

    private void readFrom(Ledger opened) {
        try (Ledger open = opened) {
            for (Succession next = unread.poll(); next != null && !closed; next = unread.poll()) {
                read(open, next);
            }
        }
    }

    /** Nothing is read any more. Waits a while for what is being read: who closes a node may delete its file next. */
    void close(Duration patience) {
        closed = true;
        try {
            if (reading.tryLock(patience.toNanos(), TimeUnit.NANOSECONDS)) {
                reading.unlock();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void read(Ledger open, Succession succession) {
        List<TermRecord> latest = open.history(succession.election(), READ_BACK);
        for (int i = 0; i + 1 < latest.size(); i++) {
            boolean told = latest.get(i + 1).term().equals(succession.toldOf());
            if (latest.get(i).term().equals(succession.successor()) && !told) {
                tell(succession.election(), latest.get(i + 1), latest.get(i).granted());
            }
        }
    }

    private void tell(ElectionName election, TermRecord former, Instant succeeded) {
        LossReason reason = former.reason();
        if (former.term().leader().equals(self)) {
            return;
        }
        boolean ranOut = reason == LossReason.EXPIRED && !wasGivenBack(former, succeeded);
        if (reason != null && (ranOut || reason == LossReason.CRASHED)) {
            down(election, former.term(), reason);
            over(election, former.term(), reason);
        }
    }

    /** Whose lease just ran out is entered as ended by its successor, not before that one's term began. */
    private static boolean wasGivenBack(TermRecord former, Instant succeeded) {
        Instant ended = former.ended();
        return ended != null && ended.isBefore(succeeded);
    }
}
