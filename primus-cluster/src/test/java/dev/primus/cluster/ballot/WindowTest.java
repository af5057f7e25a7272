package dev.primus.cluster.ballot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.NodeId;
import java.time.Instant;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class WindowTest {
    private static final Instant THEN = Instant.EPOCH;

    @Test
    void asASetThatForgetsWhatIsOld() {
        Random chance = new Random(1);
        for (int run = 0; run < 20; run++) {
            Window window = new Window();
            Set<Long> heard = new HashSet<>();
            long highest = 0;
            for (int i = 0; i < 20_000; i++) {
                long sequence = Math.max(1, highest - 1_100 + chance.nextInt(chance.nextInt(50) == 0 ? 5_000 : 1_110));
                boolean expected = sequence > highest - Window.SIZE && heard.add(sequence);
                assertThat(window.accept(sequence, THEN)).isEqualTo(expected);
                highest = Math.max(highest, sequence);
            }
        }
    }

    @Test
    void theLastNumberOfAllIsANumber() {
        Window window = new Window();
        assertThat(window.accept(Long.MAX_VALUE, THEN)).isTrue();
        assertThat(window.accept(Long.MAX_VALUE, THEN)).isFalse();
        assertThat(window.accept(1, THEN)).isFalse();
    }

    @Test
    void numbersRisePerReceiverAndNoneIsUsedTwiceForOneThatWasForgotten() {
        Sequences sequences = new Sequences(2);
        NodeId a = NodeId.of("a", "aaaa");
        NodeId b = NodeId.of("b", "bbbb");
        NodeId c = NodeId.of("c", "cccc");
        assertThat(sequences.next(a)).isEqualTo(1);
        assertThat(sequences.next(a)).isEqualTo(2);
        assertThat(sequences.next(b)).isEqualTo(1);
        assertThat(sequences.next(c)).as("a is forgotten after it").isEqualTo(1);
        assertThat(sequences.next(a)).isEqualTo(3);
        assertThat(sequences.next(c)).isEqualTo(2);
    }
}
