package dev.primus.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.FencingToken;
import dev.primus.core.spi.Answer;
import dev.primus.core.spi.Hold;
import dev.primus.core.spi.Sighting;
import dev.primus.core.spi.Verdict;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Who leads, for how long, and under which number. */
abstract class TermCases extends ContractHooks {
    @Test
    @Tag("L1")
    @DisplayName("C1 the first term is 1, and a new election has none")
    void firstTermIsOne() {
        Contestant a = node("a", LONG);
        a.joins(election);
        Sighting fresh = a.looks(election);
        assertThat(fresh.epoch()).isZero();
        assertThat(fresh.holder()).isNull();
        assertThat(fresh.isLive()).isFalse();
        assertThat(a.wins(election).token()).isEqualTo(new FencingToken(1));
    }

    @Test
    @Tag("L2")
    @DisplayName("S1 a live lease cannot be taken, not even more than a second later")
    void liveLeaseCannotBeTaken() throws Exception {
        Contestant a = node("a", LONG);
        Contestant b = node("b", LONG);
        a.joins(election);
        b.joins(election);
        Hold hold = a.wins(election);
        for (int second = 0; second < 2; second++) {
            Answer answer = b.bids(Contestant.bidOn(b.looks(election)));
            assertThat(answer.verdict()).isEqualTo(Verdict.NO);
            assertThat(answer.seen()).as("a NO after a read shows the row").isNotNull();
            Thread.sleep(1200);
        }
        assertThat(a.looks(election).holder()).isEqualTo(a.id());
        assertThat(a.renews(hold).verdict()).isEqualTo(Verdict.YES);
    }

    @Test
    @Tag("L5")
    @DisplayName("S1 a lapsed lease can be taken, with the next term")
    void lapsedLeaseCanBeTaken() throws Exception {
        Contestant a = node("a", SHORT);
        Contestant b = node("b", SHORT);
        a.joins(election);
        a.wins(election);
        Thread.sleep(SHORT.toMillis() + 50);
        Sighting lapsed = b.looks(election);
        assertThat(lapsed.isLive()).isFalse();
        assertThat(lapsed.holder()).isEqualTo(a.id());
        assertThat(lapsed.stampedBy()).isEqualTo(lapsed.readBy());
        assertThat(b.wins(election).token()).isEqualTo(new FencingToken(2));
    }

    @Test
    @Tag("L4")
    @DisplayName("C6 a lapsed lease is not renewed, though nobody took it")
    void renewAfterExpiryIsRefused() throws Exception {
        Contestant a = node("a", SHORT);
        a.joins(election);
        Hold hold = a.wins(election);
        Thread.sleep(SHORT.toMillis() + 50);
        assertThat(a.renews(hold).verdict()).isEqualTo(Verdict.NO);
        assertThat(a.wins(election).token()).isEqualTo(new FencingToken(2));
    }

    @Test
    @Tag("L3")
    @DisplayName("S1 renewals extend the lease and are counted apart from the epoch")
    void renewalsAreCountedApart() throws Exception {
        Contestant a = node("a", Duration.ofSeconds(3));
        a.joins(election);
        Hold hold = a.wins(election);
        for (int i = 1; i <= 3; i++) {
            Thread.sleep(600);
            assertThat(a.renews(hold).verdict()).isEqualTo(Verdict.YES);
            Sighting seen = a.looks(election);
            assertThat(seen.epoch()).isEqualTo(1);
            assertThat(seen.renewals()).isEqualTo(i);
            assertThat(seen.nonce()).isEqualTo(hold.nonce());
            assertThat(seen.remaining()).isBetween(Duration.ofSeconds(1), Duration.ofSeconds(3));
            assertThat(seen.lease()).isEqualTo(Duration.ofSeconds(3));
        }
    }

    @Test
    @Tag("L4")
    @DisplayName("C7 a renewal with an old epoch, nonce or incarnation is refused")
    void staleRenewalIsRefused() {
        Contestant a = node("a", LONG);
        Contestant again = node("a", LONG);
        a.joins(election);
        Hold hold = a.wins(election);
        assertThat(a.renews(new Hold(election, new FencingToken(2), hold.nonce()))
                        .verdict())
                .isEqualTo(Verdict.NO);
        assertThat(a.renews(new Hold(election, hold.token(), "another")).verdict())
                .isEqualTo(Verdict.NO);
        assertThat(again.renews(hold).verdict())
                .as("same name, another process")
                .isEqualTo(Verdict.NO);
        assertThat(a.renews(hold).verdict()).isEqualTo(Verdict.YES);
    }

    @Test
    @Tag("L4")
    @DisplayName("C7 a release with an old epoch, nonce or incarnation changes nothing")
    void staleReleaseIsRefused() {
        Contestant a = node("a", LONG);
        Contestant again = node("a", LONG);
        a.joins(election);
        Hold hold = a.wins(election);
        assertThat(a.releases(new Hold(election, new FencingToken(7), hold.nonce()))
                        .verdict())
                .isEqualTo(Verdict.NO);
        assertThat(a.releases(new Hold(election, hold.token(), "another")).verdict())
                .isEqualTo(Verdict.NO);
        assertThat(again.releases(hold).verdict()).isEqualTo(Verdict.NO);
        assertThat(a.looks(election).isLive()).isTrue();
        assertThat(a.renews(hold).verdict()).isEqualTo(Verdict.YES);
    }

    @Test
    @Tag("L1")
    @DisplayName("C1 a release keeps the epoch, frees the election at once, and the next term is one higher")
    void releaseKeepsTheEpoch() {
        Contestant a = node("a", LONG);
        Contestant b = node("b", LONG);
        a.joins(election);
        Hold hold = a.wins(election);
        assertThat(a.releases(hold).verdict()).isEqualTo(Verdict.YES);
        Sighting free = b.looks(election);
        assertThat(free.epoch()).isEqualTo(1);
        assertThat(free.holder()).isNull();
        assertThat(free.nonce()).isEmpty();
        assertThat(b.wins(election).token()).isEqualTo(new FencingToken(2));
        assertThat(a.releases(hold).verdict()).as("the second time").isEqualTo(Verdict.NO);
        assertThat(a.renews(hold).verdict()).isEqualTo(Verdict.NO);
    }

    @Test
    @Tag("Z2")
    @DisplayName("C1 terms rise by one with each takeover, over releases and lapses alike")
    void termsRiseByOne() throws Exception {
        Contestant a = node("a", SHORT);
        Contestant b = node("b", SHORT);
        a.joins(election);
        for (int round = 0; round < 3; round++) {
            Hold first = a.wins(election);
            assertThat(first.token().value()).isEqualTo(2L * round + 1);
            a.releases(first);
            assertThat(b.wins(election).token().value()).isEqualTo(2L * round + 2);
            Thread.sleep(SHORT.toMillis() + 50);
        }
    }

    @Test
    @Tag("Z9")
    @DisplayName("Z9 an heir has the first try, then anybody")
    void heirHasTheFirstTry() throws Exception {
        Contestant a = node("a", LONG);
        Contestant b = node("b", LONG);
        Contestant heir = node("heir", LONG);
        a.joins(election);
        a.releases(a.wins(election), heir.id().name());
        Sighting reserved = b.looks(election);
        assertThat(reserved.heir()).isEqualTo(heir.id().name());
        assertThat(reserved.isOpenTo(b.id().name())).isFalse();
        assertThat(reserved.heirRemaining()).isPositive();
        assertThat(b.bids(Contestant.bidOn(reserved)).verdict()).isEqualTo(Verdict.NO);
        Hold inherited = heir.wins(election);
        assertThat(inherited.token()).isEqualTo(new FencingToken(2));
        assertThat(heir.looks(election).heir()).as("the heir took it").isNull();

        heir.releases(inherited, heir.id().name());
        assertThat(b.bids(Contestant.bidOn(b.looks(election))).verdict()).isEqualTo(Verdict.NO);
        Thread.sleep(Contestant.HEIR_WINDOW.toMillis() + 50);
        assertThat(b.wins(election).token()).isEqualTo(new FencingToken(3));
    }
}
