package dev.primus.core.peers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.ElectionName;
import dev.primus.core.LossReason;
import dev.primus.core.NodeId;
import dev.primus.core.NodeName;
import dev.primus.core.Term;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ChaptersTest {
    private static final List<String> NAMES = List.of("a", "b", "c");

    @Test
    @Tag("B12")
    @DisplayName(
            "whatever comes, the failures of a node are those among the terms that are remembered, in all its lives")
    void failuresAreThoseThatAreRemembered() {
        for (long seed = 1; seed <= 50; seed++) {
            Random random = new Random(seed);
            Chapters chapters = new Chapters(new ElectionName("e"), new Edition());
            for (int number = 1; number <= 1500; number++) {
                Term term = Term.of(NodeId.of(NAMES.get(random.nextInt(3)), "000" + random.nextInt(3)), number);
                if (random.nextInt(10) > 0) {
                    chapters.began(term, number);
                }
                for (int ends = random.nextInt(3); ends > 0; ends--) {
                    LossReason[] all = LossReason.values();
                    int which = random.nextInt(all.length + 1);
                    chapters.ended(term, which == all.length ? null : all[which], Instant.EPOCH);
                }
            }
            assertThat(chapters.newest()).hasSize(1000);
            for (String name : NAMES) {
                long expected = chapters.newest().stream()
                        .filter(record -> record.term().leader().name().value().equals(name))
                        .filter(record ->
                                record.reason() != null && record.reason().isFailure())
                        .count();
                assertThat(chapters.failed(new NodeName(name)))
                        .as("seed %d, %s", seed, name)
                        .isEqualTo((int) expected)
                        .isPositive();
            }
            assertThat(chapters.failed(new NodeName("d"))).isZero();
        }
    }
}
