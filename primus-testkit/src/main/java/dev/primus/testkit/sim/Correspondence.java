package dev.primus.testkit.sim;

import dev.primus.core.ElectionName;
import dev.primus.core.LeaseTiming;
import dev.primus.core.lease.LeaseRequest;
import dev.primus.core.spi.Answer;
import dev.primus.core.spi.Sighting;
import dev.primus.runtime.effect.StoreCall;
import dev.primus.runtime.effect.Verb;
import dev.primus.testkit.check.Checks;
import dev.primus.testkit.check.Part;
import java.util.List;
import java.util.function.Consumer;

/** What a process and the store write to each other, as the checks are to understand it. */
final class Correspondence {
    private final List<Part> parts;
    private final Checks checks;
    private final long reign;

    Correspondence(List<Part> parts, Checks checks, LeaseTiming timing) {
        this.parts = parts;
        this.checks = checks;
        this.reign = timing.reign().toNanos();
    }

    void sent(StoreCall call) {
        if (call.verb() == Verb.ACQUIRE) {
            for (LeaseRequest request : call.requests()) {
                long token = token(request);
                tell(request.election(), part -> checks.bids(part, token));
            }
        }
    }

    /** The store has answered, or has not. */
    void answered(StoreCall call, List<Answer> answers, long sentAt) {
        for (int i = 0; i < answers.size(); i++) {
            Answer answer = answers.get(i);
            switch (answer.verdict()) {
                case YES -> agreed(call.requests().get(i), call.verb(), answer, sentAt + reign);
                case NO -> refused(call.verb(), answer);
                case UNKNOWN -> {}
            }
        }
    }

    /** What was confirmed gives a deadline. A bid may be won too late, and then it is given back and forgotten. */
    private void agreed(LeaseRequest request, Verb verb, Answer answer, long deadline) {
        if (verb == Verb.ACQUIRE) {
            long token = token(request);
            tell(answer.election(), part -> checks.perhapsShown(part, token));
        }
        if (verb == Verb.ACQUIRE || verb == Verb.RENEW) {
            tell(answer.election(), part -> checks.confirmed(part, deadline));
        }
        Sighting seen = answer.seen();
        if (seen != null) {
            tell(answer.election(), part -> checks.shown(part, seen.epoch()));
        }
    }

    /** Whoever bids looks at what is there instead; whoever led has other worries. */
    private void refused(Verb verb, Answer answer) {
        Sighting seen = answer.seen();
        if (seen != null && seen.isLive() && verb == Verb.ACQUIRE) {
            tell(answer.election(), part -> checks.shown(part, seen.epoch()));
        } else if (seen != null && verb == Verb.RENEW) {
            tell(answer.election(), part -> checks.perhapsShown(part, seen.epoch()));
        }
    }

    void alarmed(ElectionName election) {
        tell(election, checks::alarmed);
    }

    private static long token(LeaseRequest request) {
        return ((LeaseRequest.Acquire) request).bid().token().value();
    }

    private void tell(ElectionName election, Consumer<Part> news) {
        for (Part part : parts) {
            if (part.isIn(election.value())) {
                news.accept(part);
            }
        }
    }
}
