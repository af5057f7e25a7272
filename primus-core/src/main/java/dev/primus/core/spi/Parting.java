package dev.primus.core.spi;

import dev.primus.core.ElectionName;
import dev.primus.core.LossReason;
import dev.primus.core.NodeName;
import org.jspecify.annotations.Nullable;

/**
 * Gives a held election back, with the reason for its history.
 *
 * @param heir who has the first try for the session's heir window; null for anybody
 */
public record Parting(
        Hold hold, LossReason reason, @Nullable NodeName heir) {
    public ElectionName election() {
        return hold.election();
    }
}
