package dev.primus.runtime.node;

import dev.primus.core.spi.Answer;
import dev.primus.core.spi.Verdict;
import dev.primus.feed.FeedKind;
import java.util.Map;

/** Tells once that the store does not answer, and once that it does again, however many elections ask it. */
final class StoreHealth {
    private final Chronicle chronicle;
    private boolean lost;

    StoreHealth(Chronicle chronicle) {
        this.chronicle = chronicle;
    }

    void note(Answer answer) {
        boolean unknown = answer.verdict() == Verdict.UNKNOWN;
        if (unknown != lost) {
            lost = unknown;
            chronicle.note(
                    lost ? FeedKind.STORE_LOST : FeedKind.STORE_BACK,
                    lost ? Map.of("cause", answer.cause()) : Map.of());
        }
    }
}
