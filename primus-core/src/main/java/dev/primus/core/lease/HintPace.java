package dev.primus.core.lease;

import dev.primus.core.MonoTime;
import java.time.Duration;

/**
 * Keeps hints from becoming a poll: one that led to nothing makes the next one wait, up to half a second. A hint is
 * never dropped, only put off.
 *
 * @param quiet how long the next hint would wait if it too leads to nothing
 * @param quietUntil until when hints are put off
 * @param hintedLook whether the present look is owed to a hint
 * @param cameMeanwhile whether one came since the present look was sent
 * @param byName whether one of those was about this very election
 */
record HintPace(Duration quiet, MonoTime quietUntil, boolean hintedLook, boolean cameMeanwhile, boolean byName) {
    private static final Duration SHORTEST = Duration.ofMillis(8);
    private static final Duration LONGEST = Duration.ofMillis(500);

    static final HintPace FRESH = new HintPace(SHORTEST, new MonoTime(0), false, false, false);

    /** Hints before that time would only be about what one has just done oneself. */
    static HintPace quietUntil(MonoTime time) {
        return new HintPace(SHORTEST, time, false, false, false);
    }

    HintPace hinted(boolean thisVeryElection) {
        return new HintPace(quiet, quietUntil, hintedLook, true, byName || thisVeryElection);
    }

    HintPace lookedAt() {
        return new HintPace(quiet, quietUntil, cameMeanwhile, false, false);
    }

    /** What there was to be seen was seen: a hint that came meanwhile is likely to be about that, and worth a look only. */
    HintPace rewarded() {
        return new HintPace(SHORTEST, quietUntil, hintedLook, cameMeanwhile, false);
    }

    HintPace disappointed(MonoTime now) {
        if (!hintedLook) {
            return this;
        }
        Duration doubled = Spans.times(quiet, 2);
        return new HintPace(
                doubled.compareTo(LONGEST) > 0 ? LONGEST : doubled, now.plus(quiet), hintedLook, cameMeanwhile, byName);
    }
}
