package dev.primus.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.FencingToken;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("Z2")
class HighWaterMarkTest {
    @ParameterizedTest(name = "after {0} of {1} comes {2} of {3}: {4}")
    @CsvSource(
            value = {
                "5, a#0001, 4, a#0001, false",
                "5, a#0001, 4, b#0001, false",
                "5, a#0001, 5, a#0001, true",
                "5, a#0001, 5, b#0001, false",
                "5, a#0001, 5, a#0002, false",
                "5, a#0001, 5, -, true",
                "5, -, 5, b#0001, true",
                "5, a#0001, 6, b#0001, true",
                "5, a#0001, 6, -, true",
            },
            nullValues = "never")
    @DisplayName("C2 a lower token is refused, an equal one only if another owner brings it")
    void theRule(long highest, String owner, long offered, String by, boolean admitted) {
        HighWaterMark mark = new HighWaterMark(highest, named(owner));
        assertThat(mark.admits(new Claim(offered, named(by)))).isEqualTo(admitted);
    }

    private static String named(String owner) {
        return owner.equals("-") ? "" : owner;
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, Long.MIN_VALUE})
    @DisplayName("C2 what is no token is refused, also where nothing was written yet")
    void noToken(long offered) {
        assertThat(HighWaterMark.NONE.judge("accounts", Claim.of(offered)))
                .isEqualTo(new Admission.Stale("accounts", offered, 0));
    }

    @Test
    @DisplayName("C1 a raised lineage is above every epoch of the one before")
    void lineage() {
        HighWaterMark mark = HighWaterMark.NONE.raisedBy(Claim.of(FencingToken.floorOf(1) - 1));
        assertThat(mark.admits(Claim.of(FencingToken.floorOf(1) + 1))).isTrue();
        HighWaterMark next = mark.raisedBy(Claim.of(FencingToken.floorOf(1) + 1));
        assertThat(next.admits(Claim.of(FencingToken.floorOf(1) - 1))).isFalse();
    }

    @Test
    @DisplayName("who did not say its name does not erase the name that is known")
    void ownerIsKept() {
        HighWaterMark mark = HighWaterMark.NONE.raisedBy(new Claim(5, "a#0001")).raisedBy(Claim.of(5));
        assertThat(mark).isEqualTo(new HighWaterMark(5, "a#0001"));
        assertThat(HighWaterMark.NONE.raisedBy(Claim.of(5)).raisedBy(new Claim(5, "a#0001")))
                .isEqualTo(mark);
    }

    @Test
    @DisplayName("C2 in any order of arrivals the mark never falls, and only those below it are refused")
    void anyOrder() {
        SplittableRandom chance = new SplittableRandom(1);
        for (int round = 0; round < 1000; round++) {
            List<Long> tokens = LongStream.generate(() -> chance.nextLong(-2, 8))
                    .limit(20)
                    .boxed()
                    .toList();
            HighWaterMark mark = HighWaterMark.NONE;
            long highest = 0;
            for (long token : tokens) {
                boolean expected = token > 0 && token >= highest;
                assertThat(mark.admits(Claim.of(token)))
                        .as("%d of %s", token, tokens)
                        .isEqualTo(expected);
                mark = mark.raisedBy(Claim.of(token));
                highest = expected ? token : highest;
                assertThat(mark.token()).isEqualTo(highest);
            }
        }
    }
}
