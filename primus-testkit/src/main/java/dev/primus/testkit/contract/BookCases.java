package dev.primus.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.primus.core.ElectionName;
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
    @Tag("L12")
    @DisplayName("L12 who only says that it leaves makes no election of it")
    void leavingMakesNoRows() {
        Contestant a = node("a", LONG);
        assertThat(a.enroll(election, Enrolment.Part.GONE)).isEqualTo(Verdict.YES);
        assertThat(ledger().elections()).isEmpty();
    }

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
                .as("it ran out: ended by its successor, not before that one's term began")
                .isAfterOrEqualTo(terms.get(1).granted());
        assertThat(terms.get(1).ended())
                .as("given back before the next")
                .isNotNull()
                .isBeforeOrEqualTo(terms.get(0).granted());
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
        assertThat(books.candidates(List.of(election)))
                .extracting(CandidateRecord::node, CandidateRecord::part, CandidateRecord::alive)
                .containsExactly(
                        tuple(a.id(), Enrolment.Part.CANDIDATE, true),
                        tuple(b.id(), Enrolment.Part.CANDIDATE, true),
                        tuple(watcher.id(), Enrolment.Part.OBSERVER, true));
        b.enroll(election, Enrolment.Part.GONE);
        assertThat(books.candidates(List.of(election)).get(1)).satisfies(gone -> {
            assertThat(gone.part()).isEqualTo(Enrolment.Part.GONE);
            assertThat(gone.alive()).isFalse();
        });
    }

    @Test
    @Tag("L11")
    @Tag("L12")
    @DisplayName("L12 one question answers for several elections, and an unknown one costs no other its answer")
    void severalElectionsAtOnce() {
        ElectionName billing = new ElectionName("billing");
        ElectionName cleaning = new ElectionName("cleaning");
        ElectionName unknown = new ElectionName("catering");
        Contestant a = node("a", LONG);
        Contestant b = node("b", LONG);
        enrollAll(a, List.of(election, billing, cleaning));
        b.joins(election);
        Hold first = a.wins(election);
        a.releases(first);
        b.wins(election);
        a.wins(billing);
        Ledger books = ledger();
        List<ElectionName> asked = List.of(election, unknown, billing, election);
        assertThat(books.candidates(asked))
                .extracting(CandidateRecord::election, CandidateRecord::node, CandidateRecord::alive)
                .containsExactly(
                        tuple(billing, a.id(), true), tuple(election, a.id(), true), tuple(election, b.id(), true));
        assertThat(books.latest(asked))
                .extracting(TermRecord::election, TermRecord::term, TermRecord::reason)
                .containsExactly(tuple(billing, Term.of(a.id(), 1), null), tuple(election, Term.of(b.id(), 2), null));
        assertThat(books.latest(List.of(cleaning))).as("never led").isEmpty();
        for (List<ElectionName> nobody : List.of(List.of(unknown), List.<ElectionName>of())) {
            assertThat(books.candidates(nobody)).isEmpty();
            assertThat(books.latest(nobody)).isEmpty();
        }
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
        assertThat(books.candidates(List.of(election)))
                .extracting(CandidateRecord::alive)
                .containsExactly(false, true);
        a.looks(election);
        assertThat(books.candidates(List.of(election)))
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
        assertThat(ledger().candidates(List.of(election))).hasSize(2);
    }
}
