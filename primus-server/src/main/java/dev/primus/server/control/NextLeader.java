package dev.primus.server.control;

import dev.primus.core.spi.Ledger;
import dev.primus.core.spi.StoreException;
import java.time.Duration;
import java.util.Optional;

/** Looks who leads after an act, for as long as that may take. */
final class NextLeader {
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(500);

    /** More than can begin while we look. */
    private static final int LATEST_TERMS = 20;

    private final Subject subject;
    private volatile boolean hurried;

    NextLeader(Subject subject) {
        this.subject = subject;
    }

    /** What has been done is told without waiting for a successor to be seen. */
    void hurry() {
        hurried = true;
    }

    boolean isHurried() {
        return hurried;
    }

    /**
     * By the feed, or the books if that is silent. How long nobody led the books know better: who has just given up lets
     * others have the first try, and looks only then.
     */
    Optional<Succession.Next> await(Draft draft, Succession succession) throws InterruptedException {
        long end = System.nanoTime() + draft.look().toNanos();
        Optional<Succession.Next> next;
        long left = draft.look().toNanos();
        do {
            next = succession.await(Duration.ofNanos(Math.min(left, BETWEEN_LOOKS.toNanos())));
            Optional<Succession.Next> heard = next;
            next = byTheBooks(draft).or(() -> heard);
            left = end - System.nanoTime();
        } while (next.isEmpty() && left > 0 && !hurried);
        return next;
    }

    private Optional<Succession.Next> byTheBooks(Draft draft) {
        try (Ledger books = subject.ledger()) {
            return Succession.byTheBooks(books.history(draft.election(), LATEST_TERMS), draft.token());
        } catch (StoreException e) {
            return Optional.empty();
        }
    }
}
