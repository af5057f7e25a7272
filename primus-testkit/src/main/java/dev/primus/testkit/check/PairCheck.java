package dev.primus.testkit.check;

import dev.primus.Change;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;

/** C8: listeners hear granted and revoked by turns, the same term twice, and terms that rise. */
final class PairCheck {
    /** What a listener has heard last. */
    private record Heard(long token, boolean leads) {}

    private static final Heard NOTHING = new Heard(0, false);

    private final Findings findings;
    private final Map<Claimant, Map<String, Heard>> heard = new IdentityHashMap<>();

    PairCheck(Findings findings) {
        this.findings = findings;
    }

    void heard(Claimant by, Change change) {
        String election = change.election().value();
        Map<String, Heard> last = heard.computeIfAbsent(by, claimant -> new HashMap<>());
        Heard before = last.getOrDefault(election, NOTHING);
        if (change instanceof Change.Granted granted) {
            long token = granted.leadership().token();
            if (before.leads || token <= before.token) {
                findings.violated("C8", "%s heard %s after %s", by, change, before);
            }
            last.put(election, new Heard(token, true));
        } else if (change instanceof Change.Revoked revoked) {
            long token = revoked.term().token().value();
            if (!before.leads || token != before.token) {
                findings.violated("C8", "%s heard %s after %s", by, change, before);
            }
            last.put(election, new Heard(token, false));
        }
    }

    void left(Claimant claimant) {
        heard.remove(claimant);
    }
}
