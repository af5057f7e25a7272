package dev.primus.server.view;

import dev.primus.core.ElectionName;
import dev.primus.core.spi.CandidateRecord;
import dev.primus.core.spi.Enrolment;
import dev.primus.core.spi.Ledger;
import dev.primus.core.spi.Sighting;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** How an election stands: its row, and who takes part. */
record Standing(Sighting row, List<CandidateRecord> members) {

    static List<Standing> read(Ledger ledger, List<Sighting> rows) {
        Map<ElectionName, List<CandidateRecord>> members =
                ledger.candidates(rows.stream().map(Sighting::election).toList()).stream()
                        .collect(Collectors.groupingBy(CandidateRecord::election));
        return rows.stream()
                .map(row -> new Standing(row, members.getOrDefault(row.election(), List.of())))
                .toList();
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
