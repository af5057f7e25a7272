package dev.primus.testkit.check;

import java.util.HashMap;
import java.util.Map;

/** C1: every term's token is above all that were ever granted in its election. */
final class TokenCheck {
    /** The latest term anybody has claimed. */
    private record Latest(long token, Claimant leader) {}

    private final Findings findings;
    private final Map<String, Latest> latest = new HashMap<>();
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

    long terms() {
        return terms;
    }
}
