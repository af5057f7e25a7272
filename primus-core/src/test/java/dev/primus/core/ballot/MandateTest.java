package dev.primus.core.ballot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.NodeName;
import dev.primus.core.Quorum;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@DisplayName("How many voices make a leader")
class MandateTest {
    private final Mandate majority = Mandate.of(Quorum.majorityOf(5));
    private final Mandate plurality = Mandate.of(Quorum.available(5));

    private static Set<NodeName> voices(int count) {
        return IntStream.range(0, count).mapToObj(i -> new NodeName("n" + i)).collect(Collectors.toSet());
    }

    @Test
    @Tag("B7")
    @DisplayName("Vote4 more than half of all, however few are within reach")
    void majority() {
        assertThat(majority.isCarriedBy(voices(2), 1)).isFalse();
        assertThat(majority.isCarriedBy(voices(3), 4)).isTrue();
        assertThat(majority.isHopeless(voices(2), 4)).isFalse();
        assertThat(majority.isHopeless(voices(3), 4)).isTrue();
        assertThat(majority.isExclusive()).isTrue();
        assertThat(Mandate.of(Quorum.majorityOf(4)).isCarriedBy(voices(2), 3))
                .as("half")
                .isFalse();
    }

    @Test
    @Tag("B13")
    @DisplayName("without a majority one other voice is enough, and one's own where there is nobody else")
    void plurality() {
        assertThat(plurality.isCarriedBy(voices(1), 0)).isTrue();
        assertThat(plurality.isCarriedBy(voices(1), 4)).isFalse();
        assertThat(plurality.isCarriedBy(voices(2), 4)).isTrue();
        assertThat(plurality.isHopeless(voices(3), 4)).isFalse();
        assertThat(plurality.isHopeless(voices(4), 4)).isTrue();
        assertThat(plurality.isHopeless(voices(1), 0)).isFalse();
        assertThat(plurality.isExclusive()).isFalse();
    }

    @Test
    @DisplayName("terms are counted by a majority; without one they are above the time too")
    void numbers() {
        assertThat(majority.numberAbove(41, 1_000_000)).isEqualTo(42);
        assertThat(plurality.numberAbove(41, 1_000_000)).isEqualTo(1_000_000);
        assertThat(plurality.numberAbove(2_000_000, 1_000_000)).isEqualTo(2_000_001);
    }
}
