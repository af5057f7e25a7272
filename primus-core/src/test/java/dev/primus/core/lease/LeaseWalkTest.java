package dev.primus.core.lease;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("Z2")
@DisplayName("C1 C6 C7 C8 hold on every walk, whatever the store says")
class LeaseWalkTest {
    private static final int WALKS = 2_500;
    private static final int EVENTS = 350;

    @Test
    @DisplayName("some thousand random walks")
    void manyWalks() {
        int grants = LongStream.range(0, WALKS).mapToInt(LeaseWalkTest::walk).sum();

        assertThat(grants).as("the walks come to the places that matter").isGreaterThan(5 * WALKS);
    }

    private static int walk(long seed) {
        try {
            return new Walk(seed).run(EVENTS);
        } catch (AssertionError e) {
            throw new AssertionError("seed " + seed, e);
        }
    }
}
