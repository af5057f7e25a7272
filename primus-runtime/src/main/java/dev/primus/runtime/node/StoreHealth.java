package dev.primus.runtime.node;

import dev.primus.core.spi.Answer;
import dev.primus.core.spi.Verdict;
import dev.primus.feed.FeedKind;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Tells once that the store does not answer, and once that it does again, however many elections ask it. */
final class StoreHealth {
    private final Chronicle chronicle;
    private final Map<String, String> arbiter;
    private boolean lost;

    /** @param arbiter who is asked, as the feed says it */
    StoreHealth(Chronicle chronicle, Map<String, String> arbiter) {
        this.chronicle = chronicle;
        this.arbiter = arbiter;
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
                lost ? withCause(call.get(0).cause()) : arbiter);
    }

    private Map<String, String> withCause(String cause) {
        Map<String, String> details = new LinkedHashMap<>();
        details.put("cause", cause);
        details.putAll(arbiter);
        return details;
    }
}
