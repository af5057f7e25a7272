package dev.primus.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("Z2")
@DisplayName("C1 token order: one positive number, lineage above epoch")
class FencingTokenTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # value             | lineage | epoch
            1                   | 0       | 1
            3                   | 0       | 3
            281474976710655     | 0       | 281474976710655
            281474976710656     | 1       | 0
            281474976710657     | 1       | 1
            9223372036854775807 | 32767   | 281474976710655
            """)
    void aTokenIsLineageAndEpoch(long value, int lineage, long epoch) {
        FencingToken token = new FencingToken(value);

        assertThat(token.lineage()).isEqualTo(lineage);
        assertThat(token.epoch()).isEqualTo(epoch);
        assertThat(FencingToken.floorOf(lineage) + epoch).isEqualTo(value);
        assertThat(token).hasToString(Long.toString(value));
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, Long.MIN_VALUE})
    void noTokenIsBelowOne(long value) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new FencingToken(value))
                .withMessage("fencing token %d is not usable: allowed is 1 and above", value);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 32768, Integer.MAX_VALUE})
    void noLineageLeavesItsSixteenBits(int lineage) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FencingToken.floorOf(lineage))
                .withMessage("lineage %d is not usable: allowed is 0 to 32767", lineage);
    }

    @Test
    @DisplayName("a raised lineage is above every token of the one before")
    void aRaisedLineageIsAboveAll() {
        FencingToken last = new FencingToken(FencingToken.floorOf(1) - 1);
        FencingToken first = new FencingToken(FencingToken.floorOf(1) + 1);

        assertThat(first).isGreaterThan(last);
        assertThat(FencingToken.floorOf(0)).isZero();
        assertThat(FencingToken.floorOf(FencingToken.MAX_LINEAGE)).isPositive();
    }

    @Test
    void aTermIsALeaderAndItsToken() {
        assertThat(Term.of(NodeId.parse("core-1#7f3a"), 7)).hasToString("core-1#7f3a@7");
    }
}
