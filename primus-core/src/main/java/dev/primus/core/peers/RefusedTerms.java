package dev.primus.core.peers;

import dev.primus.core.ElectionName;
import dev.primus.core.MonoTime;
import dev.primus.core.NodeId;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Counts the terms that were refused for exceeding the {@link TermBound}, and warns of them at most once a minute. */
public final class RefusedTerms {
    private static final Duration WARN_EVERY = Duration.ofMinutes(1);

    private final Consumer<String> warnings;
    private @Nullable MonoTime warnAt;
    private long count;

    public RefusedTerms(Consumer<String> warnings) {
        this.warnings = warnings;
    }

    /** @param known the highest term that this member knows */
    public void refused(ElectionName election, NodeId sender, long term, long known, MonoTime now) {
        count++;
        if (warnAt == null || !now.isBefore(warnAt)) {
            warnAt = now.plus(WARN_EVERY);
            warnings.accept(
                    ("election %s: %s reported term %d, too far above term %d, the highest known here; refused unless a"
                                    + " quorum of voters reports it (%d refused so far)")
                            .formatted(election, sender, term, known, count));
        }
    }

    public long count() {
        return count;
    }
}
