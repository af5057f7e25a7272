package dev.primus.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.ClusterName;
import dev.primus.core.ElectionName;
import dev.primus.core.FencingToken;
import dev.primus.core.NodeId;
import dev.primus.core.Term;
import dev.primus.core.spi.Bid;
import dev.primus.core.spi.CandidateRecord;
import dev.primus.core.spi.Enrolment;
import dev.primus.core.spi.Hold;
import dev.primus.core.spi.Ledger;
import dev.primus.core.spi.Sighting;
import dev.primus.core.spi.Verdict;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a bid may change, and what nothing but a bid may. */
abstract class BidCases extends TermCases {
    @Test
    @Tag("L2")
    @DisplayName("S4 tries on a live lease never change its row")
    void triesNeverChangeALiveRow() {
        Contestant a = node("a", LONG);
        Contestant b = node("b", LONG);
        a.joins(election);
        Hold hold = a.wins(election);
        a.renews(hold);
        Sighting before = a.looks(election);
        for (int i = 0; i < 20; i++) {
            Bid bold = new Bid(election, i % 3, i % 4, new FencingToken(50 + i), "bold-" + i);
            assertThat(b.bids(bold).verdict()).isEqualTo(Verdict.NO);
        }
        b.joins(election);
        Sighting after = a.looks(election);
        assertThat(after.holder()).isEqualTo(before.holder());
        assertThat(after.epoch()).isEqualTo(before.epoch());
        assertThat(after.renewals()).isEqualTo(before.renewals());
        assertThat(after.nonce()).isEqualTo(before.nonce());
        assertThat(after.remaining()).isLessThanOrEqualTo(before.remaining());
    }

    @Test
    @Tag("L2")
    @DisplayName("S5 a bid is a compare-and-set on epoch and renewals")
    void bidIsACompareAndSet() throws Exception {
        Contestant a = node("a", SHORT);
        Contestant b = node("b", SHORT);
        a.joins(election);
        Sighting before = a.looks(election);
        Hold hold = a.wins(election);
        a.renews(hold);
        Thread.sleep(SHORT.toMillis() + 50);
        assertThat(b.bids(Contestant.bidOn(before)).verdict()).as("old epoch").isEqualTo(Verdict.NO);
        Bid oldRenewals = new Bid(election, 1, 0, new FencingToken(2), "old-renewals");
        assertThat(b.bids(oldRenewals).verdict()).isEqualTo(Verdict.NO);
        assertThat(b.looks(election).epoch()).isEqualTo(1);
        Bid right = new Bid(election, 1, 1, new FencingToken(9), "right");
        assertThat(b.bids(right).verdict()).isEqualTo(Verdict.YES);
        assertThat(b.looks(election).epoch()).as("the number is the bidder's").isEqualTo(9);
    }

    @Test
    @Tag("L5")
    @DisplayName("S5 an observed bid takes a row that still runs by the store's clock, unless the row changed")
    void observedBid() {
        Contestant a = node("a", LONG);
        Contestant b = node("b", LONG);
        a.joins(election);
        Hold hold = a.wins(election);
        a.renews(hold);
        assertThat(b.bids(observed(1, 0, 2, "before-the-renewal")).verdict()).isEqualTo(Verdict.NO);
        assertThat(b.bids(observed(0, 1, 2, "other-epoch")).verdict()).isEqualTo(Verdict.NO);
        assertThat(b.bids(observed(1, 1, 1, "same-token")).verdict()).isNotEqualTo(Verdict.YES);
        assertThat(a.renews(hold).verdict()).isEqualTo(Verdict.YES);
        assertThat(b.bids(observed(1, 2, 2, "observed")).verdict()).isEqualTo(Verdict.YES);
        assertThat(a.renews(hold).verdict()).isEqualTo(Verdict.NO);
        Sighting after = a.looks(election);
        assertThat(after.holder()).isEqualTo(b.id());
        assertThat(after.epoch()).isEqualTo(2);
        assertThat(after.isLive()).isTrue();
    }

    private Bid observed(long seenEpoch, long seenRenewals, long token, String nonce) {
        return new Bid(election, seenEpoch, seenRenewals, new FencingToken(token), nonce, true);
    }

    @Test
    @Tag("L7")
    @DisplayName("S5 a bid on condition of a release wins after one, and never because the lease ran out")
    void bidOnARelease() throws Exception {
        Contestant a = node("a", SHORT);
        Contestant b = node("b", SHORT);
        a.joins(election);
        Hold first = a.wins(election);
        Bid onRelease = new Bid(election, 1, Sighting.RELEASED, new FencingToken(2), "on-release");
        assertThat(b.bids(onRelease).verdict()).as("held").isEqualTo(Verdict.NO);
        Thread.sleep(SHORT.toMillis() + 50);
        assertThat(b.bids(onRelease).verdict()).as("lapsed").isEqualTo(Verdict.NO);
        a.releases(first);
        Sighting seen = b.looks(election);
        assertThat(seen.holder()).isNull();
        assertThat(seen.epoch()).isEqualTo(1);
        assertThat(seen.renewals()).isEqualTo(Sighting.RELEASED);
        assertThat(b.bids(onRelease).verdict()).as("released").isEqualTo(Verdict.YES);
        assertThat(b.looks(election).renewals()).as("counted from the start").isZero();
    }

    @Test
    @Tag("Z2")
    @DisplayName("C1 a bid that does not raise the epoch is refused")
    void tokenNeverFalls() {
        Contestant a = node("a", LONG);
        a.joins(election);
        Bid high = new Bid(election, 0, 0, new FencingToken(40), "high");
        assertThat(a.bids(high).verdict()).isEqualTo(Verdict.YES);
        a.releases(high.hold());
        Bid low = new Bid(election, 40, 0, new FencingToken(40), "low");
        assertThat(a.bids(low).verdict()).isNotEqualTo(Verdict.YES);
        assertThat(a.looks(election).epoch()).isEqualTo(40);
    }

    @Test
    @Tag("L2")
    @DisplayName("S2 the winner's nonce is what the row shows")
    void nonceIsReadBack() {
        Contestant a = node("a", LONG);
        a.joins(election);
        Hold hold = a.wins(election);
        assertThat(a.looks(election).nonce()).isEqualTo(hold.nonce());
        assertThat(a.looks(election).term()).isEqualTo(new Term(a.id(), hold.token()));
    }

    @Test
    @Tag("L5")
    @DisplayName("L5 a missing row is seen as missing, made by enrolling, and the next term is above all seen")
    void missingRow() {
        Contestant a = node("a", LONG);
        assertThat(a.store().look(List.of(election)).get(0).verdict()).isEqualTo(Verdict.NO);
        Bid early = new Bid(election, 0, 0, new FencingToken(1), "early");
        assertThat(a.bids(early).verdict()).as("a bid makes no row").isEqualTo(Verdict.NO);
        assertThat(a.store().look(List.of(election)).get(0).verdict()).isEqualTo(Verdict.NO);
        a.joins(election);
        Bid wise = new Bid(election, 0, 0, new FencingToken(42), "wise");
        assertThat(a.bids(wise).verdict()).isEqualTo(Verdict.YES);
        assertThat(a.looks(election).epoch()).isEqualTo(42);
    }

    @Test
    @Tag("L5")
    @DisplayName("C1 a row deleted by hand does not bring old tokens back")
    void deletedRow() throws Exception {
        Contestant a = node("a", LONG);
        a.joins(election);
        Hold hold = a.wins(election);
        deleteRows(cluster, election);
        assertThat(a.renews(hold).verdict()).isEqualTo(Verdict.NO);
        assertThat(a.releases(hold).verdict()).isEqualTo(Verdict.NO);
        assertThat(a.store().look(List.of(election)).get(0).verdict()).isEqualTo(Verdict.NO);
        a.joins(election);
        Sighting seen = a.looks(election);
        Bid above = new Bid(
                election, seen.epoch(), seen.renewals(), new FencingToken(Math.max(seen.epoch(), 1) + 1), "above");
        assertThat(a.bids(above).verdict()).isEqualTo(Verdict.YES);
        assertThat(a.looks(election).epoch()).isEqualTo(2);
    }

    @Test
    @Tag("L1")
    @DisplayName("L1 enrolling again touches no row that exists")
    void enrollingAgainTouchesNothing() {
        Contestant a = node("a", LONG);
        a.joins(election);
        Hold hold = a.wins(election);
        a.joins(election);
        node("b", LONG).joins(election);
        assertThat(a.looks(election).isLive()).isTrue();
        assertThat(a.renews(hold).verdict()).isEqualTo(Verdict.YES);
    }

    @Test
    @Tag("L1")
    @DisplayName("L1 whoever comes in is shown the row, new or held, as by a look")
    void enrollingShowsTheRow() {
        Contestant a = node("a", LONG);
        Sighting fresh = a.isShownOnEnrolling(election, Enrolment.Part.CANDIDATE);
        assertThat(fresh.election()).isEqualTo(election);
        assertThat(fresh.epoch()).isZero();
        assertThat(fresh.holder()).isNull();
        Bid first = Contestant.bidOn(fresh);
        assertThat(a.bids(first).verdict())
                .as("no look is needed before the bid")
                .isEqualTo(Verdict.YES);
        Contestant watcher = node("watcher", LONG);
        Sighting held = watcher.isShownOnEnrolling(election, Enrolment.Part.OBSERVER);
        Sighting looked = watcher.looks(election);
        assertThat(held.holder()).isEqualTo(a.id());
        assertThat(held.term()).isEqualTo(looked.term());
        assertThat(held.nonce()).isEqualTo(looked.nonce());
        assertThat(held.readBy()).isEqualTo(looked.readBy());
        assertThat(held.remaining()).isBetween(looked.remaining(), LONG);
        assertThat(watcher.enroll(election, Enrolment.Part.GONE)).isEqualTo(Verdict.YES);
    }

    @Test
    @Tag("L7")
    @DisplayName("S4 looking changes nothing about an election")
    void lookChangesNothing() {
        Contestant a = node("a", LONG);
        Contestant b = node("b", LONG);
        a.joins(election);
        a.wins(election);
        Sighting before = a.looks(election);
        for (int i = 0; i < 10; i++) {
            b.looks(election);
        }
        Sighting after = a.looks(election);
        assertThat(after.epoch()).isEqualTo(before.epoch());
        assertThat(after.renewals()).isEqualTo(before.renewals());
        assertThat(after.readAt().micros())
                .isGreaterThanOrEqualTo(before.readAt().micros());
        assertThat(after.readBy()).isEqualTo(before.readBy());
    }

    @Test
    @Tag("L1")
    @DisplayName("C9 names that differ in case, or by what a collation would ignore, are different")
    void namesAreComparedExactly() {
        Contestant a = node("node-a", LONG);
        Contestant upper = opened(
                Contestant.open(stores(), cluster, NodeId.of("Node-A", a.id().incarnation()), LONG, ioTimeout()));
        ElectionName lower = new ElectionName("billing");
        ElectionName capital = new ElectionName("Billing");
        a.joins(lower);
        a.joins(capital);
        Hold hold = a.wins(lower);
        assertThat(upper.renews(hold).verdict()).isEqualTo(Verdict.NO);
        assertThat(upper.wins(capital).token()).isEqualTo(new FencingToken(1));
        assertThat(a.looks(lower).holder()).isEqualTo(a.id());
        assertThat(a.looks(capital).holder()).isEqualTo(upper.id());
    }

    @Test
    @Tag("L10")
    @DisplayName("L10 two clusters in one store do not see each other")
    void clustersAreApart() {
        Contestant a = node("a", LONG);
        ClusterName other = new ClusterName(cluster.value() + "x");
        Contestant b = opened(Contestant.open(stores(), other, id("b"), LONG, ioTimeout()));
        a.joins(election);
        Hold hold = a.wins(election);
        assertThat(b.store().look(List.of(election)).get(0).verdict()).isEqualTo(Verdict.NO);
        assertThat(b.renews(hold).verdict()).isEqualTo(Verdict.NO);
        b.joins(election);
        assertThat(b.wins(election).token()).isEqualTo(new FencingToken(1));
        Ledger books = ledger();
        assertThat(books.elections()).hasSize(1);
        assertThat(books.candidates(List.of(election)))
                .extracting(CandidateRecord::node)
                .containsExactly(a.id());
        assertThat(a.renews(hold).verdict()).isEqualTo(Verdict.YES);
    }
}
