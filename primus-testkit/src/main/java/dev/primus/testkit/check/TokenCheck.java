package dev.primus.testkit.check;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * C1: every term's token is above all that were ever granted in its election. Where a store has lost terms and its lineage
 * was not raised, the numbers it has lost may come a second time, to nodes that never saw them, and no others. And whoever
 * won a term that the store then forgot may learn of its win after a higher one has begun: it is late, not wrong.
 */
final class TokenCheck {
    /** The latest term anybody has claimed. */
    private record Latest(long token, Claimant leader) {}

    private final Findings findings;
    private final Map<String, Latest> latest = new HashMap<>();
    private final Map<String, Long> granted = new HashMap<>();
    private final Map<String, Long> lost = new HashMap<>();
    private final Map<String, Set<Long>> wonAndForgotten = new HashMap<>();
    private long terms;

    TokenCheck(Findings findings) {
        this.findings = findings;
    }

    /** Somebody who did not lead a moment ago leads now. */
    void began(Claimant leader, String election, long token) {
        Latest before = latest.get(election);
        if (before == null || token > before.token) {
            latest.put(election, new Latest(token, leader));
            terms++;
        } else if (mayBeSecondHand(election, token)) {
            terms++;
        } else if (token < before.token || before.leader != leader) {
            findings.violated(
                    "C1",
                    "%s leads %s with token %d after %s had token %d",
                    leader,
                    election,
                    token,
                    before.leader,
                    before.token);
        }
    }

    /** A term that is compared with those of its own side only. */
    void beganOnItsSide() {
        terms++;
    }

    /** The store has this number now; whoever won it may not know yet. */
    void granted(String election, long token) {
        granted.merge(election, token, Math::max);
    }

    /** What somebody has won and does not know of yet may have been forgotten. */
    void restored() {
        granted.forEach((election, token) -> {
            Latest claimed = latest.get(election);
            if (claimed == null || token > claimed.token) {
                wonAndForgotten
                        .computeIfAbsent(election, name -> new HashSet<>())
                        .add(token);
            }
        });
    }

    /** All numbers up to the present one may have been lost. */
    void wentBack(String election) {
        Latest before = latest.get(election);
        long claimed = before == null ? 0 : before.token;
        lost.put(election, Math.max(claimed, granted.getOrDefault(election, 0L)));
    }

    boolean mayBeSecondHand(String election, long token) {
        return token <= lost.getOrDefault(election, 0L)
                || wonAndForgotten.getOrDefault(election, Set.of()).contains(token);
    }

    long terms() {
        return terms;
    }
}
