package dev.primus.nemesis;

import dev.primus.core.ClusterName;
import dev.primus.core.ElectionName;
import dev.primus.core.spi.CandidateRecord;
import dev.primus.core.spi.Ledger;
import dev.primus.core.spi.Sighting;
import dev.primus.jdbc.JdbcStore;
import java.util.List;

/** A database that contenders share; the test reads it too. */
interface Database extends AutoCloseable {

    /** For the summary lines. */
    String name();

    String url();

    /** Where the account is kept. */
    default String accountUrl() {
        return url();
    }

    default String user() {
        return "";
    }

    default String password() {
        return "";
    }

    JdbcStore store();

    /** Whether anybody could write right now. */
    default boolean isFree() {
        return true;
    }

    default Sighting row(String election) {
        try (Ledger ledger = store().ledger(ClusterName.DEFAULT)) {
            return ledger.elections().stream()
                    .filter(row -> row.election().value().equals(election))
                    .findFirst()
                    .orElseThrow();
        }
    }

    default List<CandidateRecord> candidates(String election) {
        try (Ledger ledger = store().ledger(ClusterName.DEFAULT)) {
            return ledger.candidates(List.of(new ElectionName(election)));
        }
    }

    @Override
    void close() throws Exception;
}
