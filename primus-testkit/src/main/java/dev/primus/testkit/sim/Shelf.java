package dev.primus.testkit.sim;

import dev.primus.core.ElectionName;
import dev.primus.core.LossReason;
import dev.primus.core.NodeId;
import dev.primus.core.Term;
import dev.primus.core.spi.Enrolment;
import dev.primus.core.spi.TermRecord;
import dev.primus.testkit.check.LeaseRow;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The tables of one cluster: leases, history, candidates. */
final class Shelf {
    private static final int REMEMBERED = 100;

    /** A node's part in an election, and when it last showed itself. */
    record Candidate(Enrolment.Part part, long seen, long lease) {}

    final Map<ElectionName, LeaseRow> leases = new TreeMap<>();
    final Map<ElectionName, Deque<TermRecord>> history = new TreeMap<>();
    final Map<ElectionName, Map<NodeId, Candidate>> candidates = new TreeMap<>();
    final Map<ElectionName, Long> lockedUntil = new TreeMap<>();

    void began(ElectionName election, Term term, Instant at) {
        Deque<TermRecord> terms = history.computeIfAbsent(election, name -> new ArrayDeque<>());
        TermRecord former = terms.peekFirst();
        if (former != null && former.ended() == null) {
            ended(election, former.term(), at, LossReason.EXPIRED);
        }
        terms.addFirst(new TermRecord(election, term, at, null, null));
        if (terms.size() > REMEMBERED) {
            terms.removeLast();
        }
    }

    void ended(ElectionName election, Term term, Instant at, LossReason reason) {
        Deque<TermRecord> terms = history.computeIfAbsent(election, name -> new ArrayDeque<>());
        TermRecord latest = terms.peekFirst();
        if (latest != null && latest.term().equals(term) && latest.ended() == null) {
            terms.removeFirst();
            terms.addFirst(new TermRecord(election, term, latest.granted(), at, reason));
        }
    }

    void showed(ElectionName election, NodeId node, Enrolment.@Nullable Part part, long now, long lease) {
        Map<NodeId, Candidate> known = candidates.computeIfAbsent(election, name -> new LinkedHashMap<>());
        Candidate before = known.get(node);
        if (part != null || before != null) {
            Enrolment.Part plays = part != null || before == null ? part : before.part();
            known.put(node, new Candidate(plays == null ? Enrolment.Part.GONE : plays, now, lease));
        }
    }
}
