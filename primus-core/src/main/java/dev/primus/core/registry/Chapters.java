package dev.primus.core.registry;

import dev.primus.core.ElectionName;
import dev.primus.core.LossReason;
import dev.primus.core.Term;
import dev.primus.core.spi.TermRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The latest terms of an election as one member has seen them: a memory, gone when its process is. */
final class Chapters {
    private static final int MOST = 1000;

    private final ElectionName election;
    private final Map<Term, TermRecord> records = new LinkedHashMap<>();
    private final Edition edition;
    private @Nullable List<TermRecord> newest;

    Chapters(ElectionName election, Edition edition) {
        this.election = election;
        this.edition = edition;
    }

    /** @param since the leader's wall clock, in milliseconds */
    void began(Term term, long since) {
        if (!records.containsKey(term)) {
            records.put(term, new TermRecord(election, term, Instant.ofEpochMilli(since), null, null));
            changed();
            if (records.size() > MOST) {
                records.remove(records.keySet().iterator().next());
            }
        }
    }

    /** @param reason null if only the fact is known */
    void ended(Term term, @Nullable LossReason reason, @Nullable Instant at) {
        TermRecord begun = records.get(term);
        if (begun != null && begun.reason() == null) {
            records.put(term, new TermRecord(election, term, begun.granted(), at, reason));
            changed();
        }
    }

    private void changed() {
        newest = null;
        edition.changed();
    }

    @Nullable
    Instant since(Term term) {
        TermRecord begun = records.get(term);
        return begun == null ? null : begun.granted();
    }

    /** Newest first. */
    List<TermRecord> newest() {
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
