package dev.primus.testkit.check;

/**
 * Under which exclusion by time is promised: clocks that keep pace, a store whose clock makes no great leap forward and
 * that forgets nothing. While they do not hold only the tokens are demanded.
 */
public final class Assumptions {
    private long brokenUntil;

    /** From now until then. */
    public void breakUntil(long time) {
        brokenUntil = Math.max(brokenUntil, time);
    }

    public void breakForGood() {
        brokenUntil = Long.MAX_VALUE;
    }

    /** Whether clocks run at rates further apart than {@code drift}, so that nothing that rests on a clock holds. */
    boolean areBrokenForGood() {
        return brokenUntil == Long.MAX_VALUE;
    }

    public boolean hold(long now) {
        return now >= brokenUntil;
    }
}
