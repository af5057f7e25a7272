package dev.primus.jdbc.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class BatchSizeTest {
    private final BatchSize size = BatchSize.growing(1000, Duration.ofMillis(1500));

    @Test
    @DisplayName("as long as all goes fast, each batch is twice the last, up to a limit")
    void grows() {
        for (int expected : new int[] {1000, 2000, 4000, 8000, 16_000, 20_000, 20_000}) {
            assertThat(size.present()).isEqualTo(expected);
            took(expected, 20);
        }
    }

    @Test
    @DisplayName("no batch should take more than an eighth of the timeout")
    void fitsIntoTheTimeout() {
        took(1000, 125);
        assertThat(size.present()).isEqualTo(1500);
        took(1500, 375);
        assertThat(size.present()).as("never below what it began with").isEqualTo(1000);
    }

    @Test
    @DisplayName("after a failure it begins anew")
    void beginsAnew() {
        took(1000, 20);
        took(2000, 20);

        size.failed();

        assertThat(size.present()).isEqualTo(1000);
    }

    @Test
    @DisplayName("the few at the end of a call say nothing about the speed")
    void smallBatchesDoNotCount() {
        took(1, 300);
        assertThat(size.present()).isEqualTo(1000);
        took(1000, 20);
        took(3, 0);
        assertThat(size.present()).isEqualTo(2000);
    }

    @Test
    @DisplayName("what happens now and then stays as it is")
    void fixed() {
        BatchSize fixed = BatchSize.fixed(1000, Duration.ofMillis(1500));

        fixed.took(1000, 1);

        assertThat(fixed.present()).isEqualTo(1000);
    }

    private void took(int elections, long millis) {
        size.took(elections, TimeUnit.MILLISECONDS.toNanos(millis));
    }
}
