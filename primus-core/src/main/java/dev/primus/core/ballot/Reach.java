package dev.primus.core.ballot;

import dev.primus.core.ballot.score.Facts;
import dev.primus.core.ballot.score.Share;
import org.jspecify.annotations.Nullable;

/** How well this member reaches the others, as last measured: what it states of itself, whatever its host says. */
final class Reach {
    private @Nullable Share quality;

    void measured(Share other) {
        quality = other;
    }

    /** Until anything was measured, as they are. */
    Facts in(Facts facts) {
        return quality == null ? facts : facts.withNetworkQuality(quality);
    }
}
