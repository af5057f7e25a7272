package dev.primus.core.spi;

import dev.primus.core.ElectionName;
import dev.primus.core.LossReason;
import dev.primus.core.Term;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A term in the history, with the store's wall clock for display.
 *
 * @param ended null while it runs, or when nobody has taken note of its end yet; if it ran out and was never given back,
 *     not before the next term was granted
 */
public record TermRecord(
        ElectionName election,
        Term term,
        Instant granted,
        @Nullable Instant ended,
        @Nullable LossReason reason) {}
