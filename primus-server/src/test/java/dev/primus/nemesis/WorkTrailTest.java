package dev.primus.nemesis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.nemesis.WorkTrail.Stint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The judge of partitions sees what must not be. */
class WorkTrailTest {
    @Test
    void twoOwnersAreSeen() {
        assertThat(new WorkTrail(List.of(new Stint("a", 7, 1, 100, 300), new Stint("b", 7, 2, 200, 400))).violations())
                .singleElement()
                .asString()
                .startsWith("two owners");
        assertThat(new WorkTrail(List.of(new Stint("a", 7, 1, 100, 900), new Stint("a", 8, 1, 100, 900))).violations())
                .isEmpty();
    }

    @Test
    void oneThatSpansOthersMeetsThemAll() {
        assertThat(new WorkTrail(List.of(
                                new Stint("a", 7, 1, 100, 900),
                                new Stint("b", 7, 2, 200, 300),
                                new Stint("c", 7, 3, 400, 500)))
                        .violations())
                .hasSize(2);
    }

    @Test
    void aGenerationThatDoesNotGrowIsSeen() {
        assertThat(new WorkTrail(List.of(new Stint("a", 7, 2, 100, 200), new Stint("b", 7, 2, 300, 400))).violations())
                .singleElement()
                .asString()
                .startsWith("a generation that did not grow");
        assertThat(new WorkTrail(List.of(new Stint("a", 7, 2, 100, 200), new Stint("a", 7, 2, 300, 400))).violations())
                .as("a doubt that was dispelled")
                .isEmpty();
    }

    @Test
    void gapsAndMovesAreMeasured() {
        WorkTrail trail = new WorkTrail(List.of(
                new Stint("a", 7, 1, 100, 200),
                new Stint("b", 7, 2, 250, 400),
                new Stint("a", 7, 3, 1000, 1100),
                new Stint("a", 8, 1, 100, 1100)));
        assertThat(trail.longestGap().from()).isEqualTo(400);
        assertThat(trail.longestGap().until()).isEqualTo(1000);
        assertThat(trail.moves()).isEqualTo(2);
        assertThat(trail.violations()).isEmpty();
    }

    @Test
    void aJournalIsReadUpToItsLastWholeLine(@TempDir Path folder) throws IOException {
        Path journal = Files.writeString(folder.resolve("a"), """
                lots 10 11 -
                lots 20 21 3:0-1
                same 30 31
                lots 40 41 3:0;5:7
                same 50 51
                lots 60 61 5:""");
        assertThat(WorkTrail.read("a", journal))
                .containsExactlyInAnyOrder(
                        new Stint("a", 1, 3, 21, 30), new Stint("a", 0, 3, 21, 50), new Stint("a", 7, 5, 41, 50));
    }
}
