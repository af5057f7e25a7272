package dev.primus.jdbc.store;

import dev.primus.core.ElectionName;
import dev.primus.core.spi.Answer;
import dev.primus.core.spi.Sighting;
import dev.primus.core.spi.Verdict;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Settles one call of a verb: every element gets its own answer, and one that is stuck costs no other its own.
 *
 * <p>Elements go out in batches, those first that were asked for first, and each batch sorted, so that two processes
 * lock rows in the same order. A batch that by what the last one took has no chance is not begun: it would be cut off,
 * its work lost and the connection with it, while those before it wait for their answers. A batch that fails because
 * somebody holds a lock is tried again in quarters, and so are these, down to the row that is in the way. Whoever was not served is then read on the same
 * connection, and the row tells why: it has changed (NO), or it has not, so somebody locks it (tried again a few times,
 * then UNKNOWN). A connection that breaks early was most likely dead before: what may safely be asked twice is asked once
 * more on a new one. What has no answer in the end is UNKNOWN.
 */
final class Round<T> {
    private static final String IN_THE_WAY =
            "the row is locked by another transaction, or shows a try of ours whose answer was lost";
    private static final String LEFT_OUT = "others in the same call took the time it has, or somebody locks the row";
    private static final long[] PAUSES_MILLIS = {2, 5, 10, 20, 40};

    private final Function<T, ElectionName> nameOf;
    private final Attempt<T> attempt;
    private final Judge<T> judge;
    private final Look look;
    private final boolean repeatable;
    private final BatchSize size;
    private final Map<ElectionName, Answer> answers = new HashMap<>();
    private final List<T> stuck = new ArrayList<>();
    private boolean repeated;
    private boolean leftOut;

    Round(
            Function<T, ElectionName> nameOf,
            Attempt<T> attempt,
            Judge<T> judge,
            Look look,
            boolean repeatable,
            BatchSize size) {
        this.size = size;
        this.repeatable = repeatable;
        this.nameOf = nameOf;
        this.attempt = attempt;
        this.judge = judge;
        this.look = look;
    }

    /** Does it for as many as it can, in one transaction, and says for whom it was done. */
    @FunctionalInterface
    interface Attempt<T> {
        Set<ElectionName> on(Connection connection, List<T> items) throws SQLException;
    }

    /** Says what the row of an element that was not served means; UNKNOWN = somebody is in the way. */
    @FunctionalInterface
    interface Judge<T> {
        /** @param repeated whether an earlier try was lost, and may have been carried out */
        Verdict of(T item, @Nullable Sighting seen, boolean repeated);
    }

    /** Reads rows. */
    @FunctionalInterface
    interface Look {
        List<Sighting> at(Connection connection, List<ElectionName> elections) throws SQLException;
    }

    List<Answer> run(Line line, Deadline deadline, List<T> items, StormLog log, String verb) {
        refuseDuplicates(items);
        String cause = tryOnce(line, deadline, items);
        if (!cause.isEmpty() && repeatable && !line.isClosed() && deadline.allowsRetry()) {
            repeated = true;
            cause = tryOnce(line, deadline, unanswered(items));
        }
        if (cause.isEmpty()) {
            log.succeeded();
        } else if (!line.isClosed()) {
            log.failed(verb, cause);
        }
        String reason = !cause.isEmpty() ? cause : leftOut ? LEFT_OUT : IN_THE_WAY;
        return items.stream().map(nameOf).map(name -> answerTo(name, reason)).toList();
    }

    private Answer answerTo(ElectionName name, String reasonIfNone) {
        Answer answer = answers.get(name);
        return answer == null ? Answer.unknown(name, reasonIfNone) : answer;
    }

    /** Returns what went wrong; empty if nothing did. */
    private String tryOnce(Line line, Deadline deadline, List<T> items) {
        try {
            line.call(deadline, connection -> {
                settleAll(connection, line, deadline, items);
                return true;
            });
            return "";
        } catch (SQLException e) {
            size.failed();
            return Masked.text(e);
        } catch (RuntimeException e) {
            return e.getClass().getSimpleName() + ": " + Masked.text(e);
        }
    }

    private List<T> unanswered(List<T> items) {
        stuck.clear();
        return items.stream()
                .filter(item -> !answers.containsKey(nameOf.apply(item)))
                .toList();
    }

    private void settleAll(Connection connection, Line line, Deadline deadline, List<T> items) throws SQLException {
        long tookEach = 0;
        int to;
        for (int from = 0; from < items.size(); from = to) {
            to = Math.min(items.size(), from + size.present());
            leftOut = deadline.nanosLeft() < tookEach * (to - from);
            if (leftOut) {
                break;
            }
            long start = System.nanoTime();
            settle(connection, line, deadline, sorted(items.subList(from, to)));
            long took = System.nanoTime() - start;
            tookEach = took / (to - from);
            size.took(to - from, took);
        }
        for (int again = 0; again < PAUSES_MILLIS.length && !stuck.isEmpty() && deadline.allowsRetry(); again++) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(PAUSES_MILLIS[again]));
            List<T> retry = sorted(stuck);
            stuck.clear();
            settle(connection, line, deadline, retry);
        }
    }

    private void settle(Connection connection, Line line, Deadline deadline, List<T> items) throws SQLException {
        Set<ElectionName> done;
        try {
            done = attempt.on(connection, items);
        } catch (SQLException e) {
            if (line.faultOf(e) != Fault.BUSY) {
                throw e;
            }
            if (items.size() > 1) {
                size.failed();
                settleInQuarters(connection, line, deadline, items);
                return;
            }
            done = Set.of();
        }
        List<T> rest = new ArrayList<>();
        for (T item : items) {
            ElectionName name = nameOf.apply(item);
            if (done.contains(name)) {
                answers.put(name, Answer.yes(name));
            } else {
                rest.add(item);
            }
        }
        if (!rest.isEmpty()) {
            judge(connection, rest);
        }
    }

    private void settleInQuarters(Connection connection, Line line, Deadline deadline, List<T> items)
            throws SQLException {
        if (!deadline.allowsRetry()) {
            return;
        }
        for (List<T> quarter : Chunks.of(items, (items.size() + 3) / 4)) {
            settle(connection, line, deadline, quarter);
        }
    }

    private void judge(Connection connection, List<T> rest) throws SQLException {
        Map<ElectionName, Sighting> seen = Sightings.byElection(
                look.at(connection, rest.stream().map(nameOf).toList()));
        for (T item : rest) {
            ElectionName name = nameOf.apply(item);
            Sighting row = seen.get(name);
            Verdict verdict = judge.of(item, row, repeated);
            if (verdict == Verdict.UNKNOWN) {
                stuck.add(item);
            } else {
                answers.put(name, new Answer(name, verdict, row, ""));
            }
        }
    }

    private List<T> sorted(List<T> items) {
        return items.stream().sorted(Comparator.comparing(nameOf)).toList();
    }

    private void refuseDuplicates(List<T> items) {
        Set<ElectionName> names = new HashSet<>();
        for (T item : items) {
            ElectionName name = nameOf.apply(item);
            if (!names.add(name)) {
                throw new IllegalArgumentException("election '%s' is twice in one call".formatted(name));
            }
        }
    }
}
