package dev.primus.core.peers;

import dev.primus.core.ElectionName;
import dev.primus.core.LossReason;
import dev.primus.core.NodeName;
import dev.primus.core.Term;
import dev.primus.core.spi.TermRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The latest terms of an election as one member has seen them: a memory, gone when its process is. */
public final class Chapters {
    private static final int MOST = 1000;

    private final ElectionName election;
    private final Map<Term, TermRecord> records = new LinkedHashMap<>();
    private final Edition edition;
    private final Map<NodeName, Integer> failed = new HashMap<>();
    private @Nullable List<TermRecord> newest;

    public Chapters(ElectionName election, Edition edition) {
        this.election = election;
        this.edition = edition;
    }

    /** @param since the leader's wall clock, in milliseconds */
    public void began(Term term, long since) {
        if (!records.containsKey(term)) {
            records.put(term, new TermRecord(election, term, Instant.ofEpochMilli(since), null, null));
            changed();
            if (records.size() > MOST) {
                Iterator<TermRecord> all = records.values().iterator();
                count(all.next(), -1);
                all.remove();
            }
        }
    }

    /** @param reason null if only the fact is known */
    public void ended(Term term, @Nullable LossReason reason, @Nullable Instant at) {
        TermRecord begun = records.get(term);
        if (begun != null && begun.reason() == null) {
            TermRecord ended = new TermRecord(election, term, begun.granted(), at, reason);
            records.put(term, ended);
            count(ended, 1);
            changed();
        }
    }

    private void count(TermRecord term, int more) {
        LossReason reason = term.reason();
        if (reason != null && reason.isFailure()) {
            failed.merge(term.term().leader().name(), more, (count, one) -> count + one == 0 ? null : count + one);
        }
    }

    /** How many terms of this node, in all its lives, have ended by a failure; of the latest that are remembered. */
    public int failed(NodeName node) {
        return failed.getOrDefault(node, 0);
    }

    private void changed() {
        newest = null;
        edition.changed();
    }

    @Nullable
    public Instant since(Term term) {
        TermRecord begun = records.get(term);
        return begun == null ? null : begun.granted();
    }

    /** Newest first. */
    public List<TermRecord> newest() {
        List<TermRecord> known = newest;
        if (known == null) {
            List<TermRecord> all = new ArrayList<>(records.values());
            Collections.reverse(all);
            known = List.copyOf(all);
            newest = known;
        }
        return known;
    }
}
