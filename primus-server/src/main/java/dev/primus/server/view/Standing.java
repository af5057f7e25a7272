package dev.primus.server.view;

import dev.primus.core.spi.CandidateRecord;
import dev.primus.core.spi.Enrolment;
import dev.primus.core.spi.Ledger;
import dev.primus.core.spi.Sighting;
import dev.primus.core.spi.TermRecord;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How an election stands: its row, who takes part, and its latest term.
 *
 * @param latest null before the first term
 */
public record Standing(
        Sighting row,
        List<CandidateRecord> members,
        @Nullable TermRecord latest) {

    static Standing read(Ledger ledger, Sighting row) {
        List<TermRecord> latest = ledger.history(row.election(), 1);
        return new Standing(row, ledger.candidates(row.election()), latest.isEmpty() ? null : latest.get(0));
    }

    /** How many could take over: alive, candidates, and not leading. */
    long standbys() {
        return members.stream()
                .filter(member -> member.alive() && member.part() == Enrolment.Part.CANDIDATE)
                .filter(member -> !isLeader(member))
                .count();
    }

    boolean isLeader(CandidateRecord member) {
        return row.isLive() && member.node().equals(row.holder());
    }
}
