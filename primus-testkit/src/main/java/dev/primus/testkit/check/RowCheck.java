package dev.primus.testkit.check;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * S1–S4: what may happen to a row. A live one never changes hands, unless it stood still for a full lease; the epoch
 * changes with the holder, upwards, and never otherwise; nothing is renewed after it lapsed; reading and refused tries
 * change nothing; what was answered stays. And Pause1: nobody takes over what is paused.
 */
final class RowCheck {
    private final Findings findings;
    private final Assumptions assumptions;
    private final Map<String, LeaseRow> last = new HashMap<>();
    private final Map<String, Long> changedAt = new HashMap<>();
    private long restoredAt = Long.MIN_VALUE / 2;
    private final Map<String, Long> highest = new HashMap<>();

    RowCheck(Findings findings, Assumptions assumptions) {
        this.findings = findings;
        this.assumptions = assumptions;
    }

    void carriedOut(
            StoreWitness.Statement statement,
            String election,
            LeaseRow before,
            @Nullable LeaseRow after,
            long now,
            String clock) {
        LeaseRow known = last.get(election);
        if (known != null && !known.equals(before)) {
            findings.violated("S2", "%s: an acknowledged write was lost: %s became %s", election, known, before);
        }
        LeaseRow left = after == null ? before : after;
        last.put(election, left);
        if (left.equals(before)) {
            return;
        }
        if (left.guardedTerm() != left.epoch()) {
            findings.violated(
                    "S1", "%s: the term row says %d, the lease row %d", election, left.guardedTerm(), left.epoch());
        }
        boolean sameClock = before.stampedBy().equals(clock);
        boolean wasLive = before.isLive(now) && sameClock;
        switch (statement) {
            case LOOK -> findings.violated("S4", "%s: a look changed %s to %s", election, before, left);
            case ACQUIRE -> acquired(election, before, left, wasLive);
            case ACQUIRE_OBSERVED -> acquired(election, before, left, isTooEarly(election, before));
            case RENEW -> renewed(election, before, left, before.isLive(now) || !sameClock, now);
            case RELEASE -> {
                if (left.epoch() != before.epoch()) {
                    findings.violated("S1", "%s: a release changed the epoch: %s to %s", election, before, left);
                }
            }
        }
        changedAt.put(election, findings.now());
    }

    /**
     * Whether a held row changed within the last lease by the true clock, so that its holder may still rely on it. No step of
     * the store's clock excuses that; a renewal that a restored store has forgotten does.
     */
    private boolean isTooEarly(String election, LeaseRow before) {
        long now = findings.now();
        long lease = before.lease() * 1000;
        boolean excused = assumptions.areBrokenForGood() || now - restoredAt < lease;
        return before.holder() != null && now - changedAt.getOrDefault(election, 0L) < lease && !excused;
    }

    void marked(String election, LeaseRow after) {
        last.put(election, after);
    }

    private void acquired(String election, LeaseRow before, LeaseRow after, boolean wasLive) {
        if (before.pause() != null) {
            findings.violated("Pause1", "%s: taken over while it was paused: %s became %s", election, before, after);
        }
        if (wasLive) {
            findings.violated("S1", "%s: a live lease was taken: %s became %s", election, before, after);
        }
        if (after.nonce().equals(before.nonce())) {
            findings.violated("S4", "%s: a try that did not win changed %s to %s", election, before, after);
            return;
        }
        long top = highest.getOrDefault(election, 0L);
        if (after.epoch() <= top) {
            findings.violated("C1", "%s: epoch %d was granted after epoch %d", election, after.epoch(), top);
        }
        highest.put(election, Math.max(top, after.epoch()));
    }

    private void renewed(String election, LeaseRow before, LeaseRow after, boolean wasLive, long now) {
        if (!wasLive) {
            findings.violated(
                    "C6", "%s: renewed %d us after it had lapsed: %s", election, now - before.expires(), before);
        }
        boolean same = after.epoch() == before.epoch()
                && after.nonce().equals(before.nonce())
                && Objects.equals(after.holder(), before.holder());
        if (!same) {
            findings.violated("S1", "%s: a renewal changed the term: %s to %s", election, before, after);
        }
    }

    void restored() {
        last.clear();
        restoredAt = findings.now();
    }

    /** What was lost may be granted again; from here on the store must rise as ever. */
    void wentBack(String election, long epoch) {
        highest.put(election, epoch);
    }
}
