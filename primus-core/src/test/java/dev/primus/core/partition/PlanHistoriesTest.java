package dev.primus.core.partition;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("P3")
@DisplayName("Whatever happened before, a plan is even, moves the least, and is the last one")
class PlanHistoriesTest {
    private static final int STEPS = 7;

    @Test
    @DisplayName("A5 A6 a thousand histories of joins, leaves, drains, resizes, weights, zones and confused stores")
    void someHistories() {
        assertThat(histories(0, 1_000)).isGreaterThan(5_000);
    }

    @Test
    @Tag("long")
    @DisplayName("A5 A6 ten thousand")
    void manyHistories() {
        assertThat(histories(1_000, 10_000)).isGreaterThan(50_000);
    }

    private static int histories(int from, int count) {
        return LongStream.range(from, from + count)
                .mapToInt(PlanHistoriesTest::history)
                .sum();
    }

    private static int history(long seed) {
        int lists = seed % 3 == 0 ? 1 : 1 + (int) (seed % 7);
        Workshop workshop = new Workshop(seed, lists, seed % 2 == 0);
        if (seed % 5 == 0) {
            workshop.withZones();
        }
        try {
            workshop.run(STEPS);
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError("seed " + seed, e);
        }
        return workshop.planned();
    }
}
