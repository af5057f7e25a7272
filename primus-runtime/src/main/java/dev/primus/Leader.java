package dev.primus;

import dev.primus.core.NodeId;
import dev.primus.core.Term;
import java.time.Instant;

/**
 * Who leads, as far as this node knows.
 *
 * @param since when that term began, by the store's wall clock where it tells; for display only
 */
public record Leader(Term term, Instant since) {
    public NodeId node() {
        return term.leader();
    }
}
