package dev.primus.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.primus.core.ElectionName;
import dev.primus.core.FencingToken;
import dev.primus.core.LossReason;
import dev.primus.core.spi.Answer;
import dev.primus.core.spi.Bid;
import dev.primus.core.spi.Enrolment;
import dev.primus.core.spi.Hold;
import dev.primus.core.spi.Parting;
import dev.primus.core.spi.Verdict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Many elections in one call: each has its own outcome. */
abstract class BatchCases extends BidCases {
    @Test
    @Tag("Z4")
    @DisplayName("Z4 a batch of 1,000 with mixed outcomes is answered in its order")
    void bigBatchWithMixedOutcomes() {
        Contestant a = node("a", LONG);
        Contestant b = node("b", LONG);
        List<ElectionName> names = IntStream.range(0, 1000)
                .mapToObj(i -> new ElectionName("tenant/" + (i * 7919) % 1000))
                .toList();
        enrollAll(a, names);
        List<Bid> bids = new ArrayList<>();
        for (Answer answer : a.store().look(names)) {
            bids.add(Contestant.bidOn(Objects.requireNonNull(answer.seen())));
        }
        List<Bid> even = everyOther(bids, 0);
        assertThat(b.store().acquire(everyOther(bids, 1))).allMatch(answer -> answer.verdict() == Verdict.YES);
        List<Answer> answers = a.store().acquire(bids);
        assertThat(answers.stream().map(Answer::election)).containsExactlyElementsOf(names);
        for (int i = 0; i < answers.size(); i++) {
            assertThat(answers.get(i).verdict()).isEqualTo(i % 2 == 0 ? Verdict.YES : Verdict.NO);
        }
        List<Answer> renewed = a.store().renew(bids.stream().map(Bid::hold).toList());
        for (int i = 0; i < renewed.size(); i++) {
            assertThat(renewed.get(i).election()).isEqualTo(names.get(i));
            assertThat(renewed.get(i).verdict()).isEqualTo(i % 2 == 0 ? Verdict.YES : Verdict.NO);
        }
        List<Parting> partings = even.stream()
                .map(bid -> new Parting(bid.hold(), LossReason.SHUTDOWN, null))
                .toList();
        assertThat(a.store().release(partings)).allMatch(answer -> answer.verdict() == Verdict.YES);
        assertThat(a.store().look(names).stream()
                        .filter(answer -> Objects.requireNonNull(answer.seen()).isLive()))
                .hasSize(500);
    }

    @Test
    @Tag("Z4")
    @DisplayName("Z4 more than a chunk in one call works for every verb")
    void moreThanOneChunk() {
        Contestant a = patientNode("a");
        List<ElectionName> names = IntStream.range(0, 2500)
                .mapToObj(i -> new ElectionName("shard-" + i))
                .toList();
        enrollAll(a, names);
        List<Bid> bids = a.store().look(names).stream()
                .map(answer -> Contestant.bidOn(Objects.requireNonNull(answer.seen())))
                .toList();
        assertThat(a.store().acquire(bids)).allMatch(answer -> answer.verdict() == Verdict.YES);
        assertThat(a.store().renew(bids.stream().map(Bid::hold).toList()))
                .allMatch(answer -> answer.verdict() == Verdict.YES);
    }

    @Test
    @DisplayName("an election that is twice in one call is a bug of the caller, an empty call is none")
    void duplicatesAreRefused() {
        Contestant a = node("a", LONG);
        assertThatThrownBy(() -> a.store().look(List.of(election, election)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(a.store().look(List.of())).isEmpty();
        assertThat(a.store().renew(List.of())).isEmpty();
    }

    @Test
    @Tag("L7")
    @DisplayName("S3 one locked row costs only its own election")
    void lockedRowCostsOnlyItself() throws Exception {
        Contestant a = node("a", LONG);
        List<ElectionName> names =
                IntStream.range(0, 40).mapToObj(i -> new ElectionName("e" + i)).toList();
        enrollAll(a, names);
        List<Hold> holds = names.stream().map(a::wins).toList();
        try (AutoCloseable lock = lockLease(cluster, names.get(17))) {
            assertThat(lock).isNotNull();
            List<Answer> answers = a.store().renew(holds);
            for (int i = 0; i < answers.size(); i++) {
                assertThat(answers.get(i).verdict())
                        .as("renewal of %s: %s", names.get(i), answers.get(i).cause())
                        .isEqualTo(i == 17 ? Verdict.UNKNOWN : Verdict.YES);
            }
        }
        assertThat(a.renews(holds.get(17)).verdict()).isEqualTo(Verdict.YES);
    }

    @Test
    @Tag("Z2")
    @DisplayName("C3 a takeover does not pass a guarded transaction, nor wait for it beyond the I/O timeout")
    void guardedTermIsNotTaken() throws Exception {
        Contestant a = node("a", LONG);
        ElectionName guarded = new ElectionName("guarded");
        ElectionName plain = new ElectionName("plain");
        enrollAll(a, List.of(guarded, plain));
        List<Bid> bids = List.of(Contestant.bidOn(a.looks(guarded)), Contestant.bidOn(a.looks(plain)));
        try (AutoCloseable lock = lockTerm(cluster, guarded)) {
            assertThat(lock).isNotNull();
            long start = System.nanoTime();
            List<Answer> answers = a.store().acquire(bids);
            assertThat(Duration.ofNanos(System.nanoTime() - start))
                    .isLessThan(ioTimeout().plusMillis(500));
            assertThat(answers.get(0).verdict()).isNotEqualTo(Verdict.YES);
            assertThat(answers.get(1).verdict()).isEqualTo(Verdict.YES);
        }
        assertThat(a.wins(guarded).token()).isEqualTo(new FencingToken(1));
    }

    @Test
    @Tag("L6")
    @DisplayName("S3 after close every verb says UNKNOWN and none throws; closing twice is fine")
    void verbsAfterClose() {
        Contestant a = node("a", LONG);
        a.joins(election);
        Hold hold = a.wins(election);
        a.close();
        a.close();
        assertThat(a.store().look(List.of(election)).get(0).verdict()).isEqualTo(Verdict.UNKNOWN);
        assertThat(a.renews(hold).verdict()).isEqualTo(Verdict.UNKNOWN);
        assertThat(a.releases(hold).verdict()).isEqualTo(Verdict.UNKNOWN);
        assertThat(a.bids(new Bid(election, 1, 0, new FencingToken(2), "late")).verdict())
                .isEqualTo(Verdict.UNKNOWN);
        assertThat(a.enroll(election, Enrolment.Part.GONE)).isEqualTo(Verdict.UNKNOWN);
        assertThat(node("b", LONG).looks(election).isLive())
                .as("closing releases nothing")
                .isTrue();
    }

    private static List<Bid> everyOther(List<Bid> bids, int from) {
        return IntStream.range(0, bids.size())
                .filter(i -> i % 2 == from)
                .mapToObj(bids::get)
                .toList();
    }
}
