package dev.primus.runtime.node;

import dev.primus.core.spi.Answer;
import dev.primus.core.spi.Verdict;
import dev.primus.feed.FeedKind;
import java.util.List;
import java.util.Map;

/** Tells once that the store does not answer, and once that it does again, however many elections ask it. */
final class StoreHealth {
    private final Chronicle chronicle;
    private boolean lost;

    StoreHealth(Chronicle chronicle) {
        this.chronicle = chronicle;
    }

    boolean isLost() {
        return lost;
    }

    /** The store is lost if it has nothing to say to anybody; one row that is stuck does not make it so. */
    void note(List<Answer> call) {
        boolean silent = call.stream().allMatch(answer -> answer.verdict() == Verdict.UNKNOWN);
        if (call.isEmpty() || silent == lost) {
            return;
        }
        lost = silent;
        chronicle.note(
                lost ? FeedKind.STORE_LOST : FeedKind.STORE_BACK,
                lost ? Map.of("cause", call.get(0).cause()) : Map.of());
    }
}
