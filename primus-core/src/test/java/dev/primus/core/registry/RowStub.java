package dev.primus.core.registry;

import dev.primus.core.ElectionName;
import dev.primus.core.MonoTime;
import dev.primus.core.Term;
import dev.primus.core.spi.Witness.Plea;
import dev.primus.core.spi.Witness.Word;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The row that votes like a member, as a database would keep it. */
final class RowStub {
    static final Duration SPAN = Duration.ofMillis(2500);

    /**
     * @param until null once it was given back
     */
    private record Promise(Term term, @Nullable MonoTime until) {}

    private final Map<ElectionName, Promise> promises = new HashMap<>();

    List<Word> answer(Appeal appeal, MonoTime now) {
        if (appeal.verb() == Appeal.Verb.RELEASE) {
            appeal.pleas()
                    .forEach(plea -> promises.computeIfPresent(
                            plea.election(),
                            (name, kept) -> kept.term().equals(plea.term()) ? new Promise(kept.term(), null) : kept));
            return List.of();
        }
        return appeal.pleas().stream()
                .map(plea -> answer(plea, appeal.verb() == Appeal.Verb.PROMISE, now))
                .toList();
    }

    private Word answer(Plea plea, boolean promises, MonoTime now) {
        Promise kept = this.promises.get(plea.election());
        boolean agreed = kept == null
                || (kept.term().equals(plea.term())
                        ? kept.until() != null
                        : plea.term().token().compareTo(kept.term().token()) > 0 && !binds(kept, plea.term(), now));
        if (agreed && promises) {
            this.promises.put(plea.election(), new Promise(plea.term(), now.plus(SPAN)));
        }
        Promise then = this.promises.get(plea.election());
        boolean busy = !agreed && kept != null && binds(kept, plea.term(), now);
        return new Word(
                plea.election(),
                agreed,
                then == null ? 0 : then.term().token().value(),
                busy ? left(kept, now) : Duration.ZERO);
    }

    private static Duration left(Promise kept, MonoTime now) {
        return Duration.ofNanos(Objects.requireNonNull(kept.until()).nanosSince(now));
    }

    private static boolean binds(Promise kept, Term term, MonoTime now) {
        MonoTime until = kept.until();
        return until != null && now.isBefore(until) && !kept.term().leader().equals(term.leader());
    }
}
