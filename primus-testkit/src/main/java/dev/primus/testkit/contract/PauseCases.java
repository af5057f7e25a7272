package dev.primus.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.ElectionName;
import dev.primus.core.NodeName;
import dev.primus.core.Pause;
import dev.primus.core.spi.Bid;
import dev.primus.core.spi.Hold;
import dev.primus.core.spi.Pauses;
import dev.primus.core.spi.Sighting;
import dev.primus.core.spi.Verdict;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Elections that an operator has paused. */
abstract class PauseCases extends BookCases {
    @Test
    @Tag("Z9")
    @DisplayName("Pause1 who leads a paused election goes on; once it is free nobody takes it, not even the heir")
    void nobodyTakesWhatIsPaused() {
        Contestant a = node("a", LONG);
        Contestant b = node("b", LONG);
        a.joins(election);
        b.joins(election);
        Hold hold = a.wins(election);
        assertThat(pauses().pause(election, "ops", "migration – straße")).isTrue();

        assertThat(a.renews(hold).verdict()).isEqualTo(Verdict.YES);
        assertThat(a.releases(hold, new NodeName("b")).verdict()).isEqualTo(Verdict.YES);
        Bid bid = Contestant.bidOn(b.looks(election));
        assertThat(b.bids(bid).verdict()).isEqualTo(Verdict.NO);

        assertThat(pauses().resume(election)).isTrue();
        assertThat(b.bids(bid).verdict()).as("the row is as it was").isEqualTo(Verdict.YES);
    }

    @Test
    @Tag("Z9")
    @DisplayName("Pause1 nor does anybody take it when its lease has run out")
    void aLapsedLeaseStaysPaused() throws Exception {
        Contestant a = node("a", SHORT);
        Contestant b = node("b", SHORT);
        a.joins(election);
        a.wins(election);
        pauses().pause(election, "ops", "");
        Thread.sleep(SHORT.toMillis() + 50);
        assertThat(b.bids(Contestant.bidOn(b.looks(election))).verdict()).isEqualTo(Verdict.NO);
        assertThat(pauses().resume(election)).isTrue();
        b.wins(election);
    }

    @Test
    @Tag("Z9")
    @DisplayName("everybody who looks sees who paused it, why and since when; the first pause counts")
    void aPauseIsSeen() {
        Contestant a = node("a", LONG);
        a.joins(election);
        assertThat(pauses().resume(election)).as("not paused").isFalse();
        assertThat(pauses().pause(new ElectionName("unknown"), "ops", "x")).isFalse();
        assertThat(pauses().pause(election, "ops", "migration")).isTrue();
        assertThat(pauses().pause(election, "somebody", "else")).isFalse();

        assertIsPause(a.looks(election).pause());
        assertIsPause(ledger().elections().get(0).pause());
        assertThat(pauses().resume(election)).isTrue();
        assertThat(a.looks(election)).extracting(Sighting::pause).isNull();
    }

    @Test
    @Tag("Z9")
    @DisplayName("a pause waits for who has locked the row, as a renewal of thousands does")
    void aPauseWaitsForALock() throws Exception {
        node("a", LONG).joins(election);
        Pauses desk = pauses();
        AutoCloseable lock = lockLease(cluster, election);
        CompletableFuture<Boolean> paused = CompletableFuture.supplyAsync(() -> desk.pause(election, "ops", ""));
        Thread.sleep(300);
        lock.close();
        assertThat(paused.get(20, TimeUnit.SECONDS)).isTrue();
    }

    private static void assertIsPause(@Nullable Pause pause) {
        Pause seen = Objects.requireNonNull(pause);
        assertThat(seen.by()).isEqualTo("ops");
        assertThat(seen.why()).isEqualTo("migration");
        assertThat(seen.since())
                .isBetween(Instant.now().minusSeconds(60), Instant.now().plusSeconds(60));
    }

    private Pauses pauses() {
        return opened(stores().pauses(cluster));
    }
}
