package dev.primus.runtime.node;

import dev.primus.core.ElectionName;
import dev.primus.core.MonoTime;
import dev.primus.core.lease.LeaseRequest;
import dev.primus.core.spi.Answer;
import dev.primus.core.spi.Sighting;
import dev.primus.core.spi.Verdict;
import dev.primus.feed.FeedKind;
import dev.primus.runtime.effect.StoreCall;
import dev.primus.runtime.effect.Verb;
import dev.primus.runtime.stage.Stage;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/** What calls to the store show by the way, for those who want to know what is routine; for others it does nothing. */
final class CallNotes {
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final Chronicle chronicle;
    private final Stage stage;
    private final ToLongFunction<ElectionName> headroom;

    /** @param headroom how long a term still holds without this renewal, in nanoseconds; the maximum if none does */
    CallNotes(Chronicle chronicle, Stage stage, ToLongFunction<ElectionName> headroom) {
        this.chronicle = chronicle;
        this.stage = stage;
        this.headroom = headroom;
    }

    void note(StoreCall call, List<Answer> answers, MonoTime sentAt) {
        if (!chronicle.isRoutineWanted()) {
            return;
        }
        long lasted = stage.now().nanosSince(sentAt);
        if (call.verb() == Verb.RENEW) {
            noteRenewal(call, answers, lasted);
        }
        noteClock(answers, lasted);
    }

    private void noteRenewal(StoreCall call, List<Answer> answers, long lasted) {
        Map<String, String> details = new HashMap<>();
        details.put("elections", Integer.toString(answers.size()));
        details.put("unconfirmed", Long.toString(unconfirmed(answers)));
        details.put("micros", Long.toString(lasted / 1000));
        long least = call.requests().stream()
                .map(LeaseRequest::election)
                .mapToLong(headroom)
                .min()
                .orElse(Long.MAX_VALUE);
        if (least != Long.MAX_VALUE) {
            details.put("headroom_millis", Long.toString(least / NANOS_PER_MILLI));
        }
        chronicle.note(FeedKind.RENEWED, details);
    }

    private static long unconfirmed(List<Answer> answers) {
        return answers.stream()
                .filter(answer -> answer.verdict() != Verdict.YES)
                .count();
    }

    /** The store read its clock at some moment of the call: taking the middle errs by half of the call at most. */
    private void noteClock(List<Answer> answers, long lasted) {
        for (Answer answer : answers) {
            Sighting seen = answer.seen();
            if (seen != null) {
                if (StoreClock.isWallTime(seen.readAt())) {
                    long offset = StoreClock.offsetMicros(stage.wall(), seen.readAt(), lasted);
                    chronicle.note(
                            FeedKind.CLOCK_READ,
                            Map.of(
                                    "offset_micros", Long.toString(offset),
                                    "uncertainty_micros", Long.toString(lasted / 2000)));
                }
                return;
            }
        }
    }
}
