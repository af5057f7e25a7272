package dev.primus.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.primus.core.LossReason;
import dev.primus.core.Term;
import dev.primus.core.spi.CandidateRecord;
import dev.primus.core.spi.Enrolment;
import dev.primus.core.spi.Hold;
import dev.primus.core.spi.Ledger;
import dev.primus.core.spi.Parting;
import dev.primus.core.spi.TermRecord;
import dev.primus.core.spi.Verdict;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What those can read who only read. */
abstract class BookCases extends BatchCases {
    @Test
    @Tag("L11")
    @DisplayName("L11 the history names each term, and who ended it and why")
    void historyIsWritten() throws Exception {
        Contestant a = node("a", SHORT);
        Contestant b = node("b", SHORT);
        Ledger books = ledger();
        a.joins(election);
        a.wins(election);
        assertThat(books.history(election, 10)).singleElement().satisfies(term -> {
            assertThat(term.term()).isEqualTo(Term.of(a.id(), 1));
            assertThat(term.ended()).isNull();
            assertThat(term.reason()).isNull();
        });
        Thread.sleep(SHORT.toMillis() + 50);
        Hold second = b.wins(election);
        b.store().release(List.of(new Parting(second, LossReason.UNHEALTHY, null)));
        a.wins(election);
        List<TermRecord> terms = books.history(election, 10);
        assertThat(terms).extracting(record -> record.term().token().value()).containsExactly(3L, 2L, 1L);
        assertThat(terms)
                .extracting(TermRecord::reason)
                .containsExactly(null, LossReason.UNHEALTHY, LossReason.EXPIRED);
        assertThat(terms.get(2).ended())
                .isNotNull()
                .isAfterOrEqualTo(terms.get(2).granted());
        assertThat(terms.get(0).granted())
                .isBetween(Instant.now().minusSeconds(60), Instant.now().plusSeconds(60));
        assertThat(books.history(election, 1)).hasSize(1);
    }

    @Test
    @Tag("L12")
    @DisplayName("L12 candidates are visible, with their part, alive or gone")
    void candidatesAreVisible() {
        Contestant a = node("a", LONG);
        Contestant b = node("b", LONG);
        Contestant watcher = node("watcher", LONG);
        a.joins(election);
        b.joins(election);
        watcher.enroll(election, Enrolment.Part.OBSERVER);
        Ledger books = ledger();
        assertThat(books.candidates(election))
                .extracting(CandidateRecord::node, CandidateRecord::part, CandidateRecord::alive)
                .containsExactly(
                        tuple(a.id(), Enrolment.Part.CANDIDATE, true),
                        tuple(b.id(), Enrolment.Part.CANDIDATE, true),
                        tuple(watcher.id(), Enrolment.Part.OBSERVER, true));
        b.enroll(election, Enrolment.Part.GONE);
        assertThat(books.candidates(election).get(1)).satisfies(gone -> {
            assertThat(gone.part()).isEqualTo(Enrolment.Part.GONE);
            assertThat(gone.alive()).isFalse();
        });
    }

    @Test
    @Tag("L12")
    @DisplayName("L12 a silent candidate is not alive, a holder is, and a look is a sign of life")
    void silenceIsNoticed() throws Exception {
        Contestant a = node("a", SHORT);
        Contestant holder = node("holder", LONG);
        a.joins(election);
        holder.joins(election);
        holder.wins(election);
        Thread.sleep(3 * SHORT.toMillis() + 100);
        Ledger books = ledger();
        assertThat(books.candidates(election))
                .extracting(CandidateRecord::alive)
                .containsExactly(false, true);
        a.looks(election);
        assertThat(books.candidates(election))
                .extracting(CandidateRecord::alive)
                .containsExactly(true, true);
    }

    @Test
    @Tag("L12")
    @DisplayName("C9 a restarted node is another candidate, and a challenger to its own former life")
    void restartedNodeIsAChallenger() {
        Contestant first = node("a", LONG);
        Contestant second = node("a", LONG);
        first.joins(election);
        second.joins(election);
        Hold hold = first.wins(election);
        assertThat(second.bids(Contestant.bidOn(second.looks(election))).verdict())
                .isEqualTo(Verdict.NO);
        assertThat(second.releases(hold).verdict()).isEqualTo(Verdict.NO);
        assertThat(ledger().candidates(election)).hasSize(2);
    }
}
