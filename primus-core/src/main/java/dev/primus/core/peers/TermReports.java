package dev.primus.core.peers;

import dev.primus.core.NodeName;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/** Terms of one election that voters have reported and that exceed the {@link TermBound}, until a quorum has reported one. */
public final class TermReports {
    private static final int MAX_VOTERS = 1024;

    private final Map<NodeName, Long> reports = new TreeMap<>();

    /**
     * Records a report.
     *
     * @param isQuorum whether these voters are enough to be believed
     * @return the highest term that a quorum has reported or exceeded; 0 if there is none
     */
    public long report(NodeName voter, long term, Predicate<Set<NodeName>> isQuorum) {
        if (reports.containsKey(voter) || reports.size() < MAX_VOTERS) {
            reports.put(voter, term);
        }
        long believed = 0;
        for (long reported : reports.values()) {
            if (reported > believed && isQuorum.test(reportersOf(reported))) {
                believed = reported;
            }
        }
        if (believed > 0) {
            reports.clear();
        }
        return believed;
    }

    private Set<NodeName> reportersOf(long term) {
        Set<NodeName> reporters = new HashSet<>();
        reports.forEach((voter, reported) -> {
            if (reported >= term) {
                reporters.add(voter);
            }
        });
        return reporters;
    }
}
