package dev.primus.core.election;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("The map of phases, walked pair by pair")
class PhaseTest {
    private static final Phase[] COLUMNS = {
        Phase.OBSERVING, Phase.WAITING, Phase.LEADING, Phase.SUSPECT, Phase.STEPPING_DOWN, Phase.LEFT
    };

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            # from \\ to   | OBSERVING | WAITING | LEADING | SUSPECT | STEPPING_DOWN | LEFT
            OBSERVING     | yes       | -       | -       | -       | -             | yes
            WAITING       | -         | yes     | yes     | -       | -             | yes
            LEADING       | -         | -       | yes     | yes     | yes           | -
            SUSPECT       | -         | -       | yes     | yes     | yes           | -
            STEPPING_DOWN | -         | yes     | -       | -       | yes           | yes
            LEFT          | -         | -       | -       | -       | -             | yes
            """)
    void whoMayBecomeWhat(
            Phase from, String observing, String waiting, String leading, String suspect, String down, String left) {
        String[] row = {observing, waiting, leading, suspect, down, left};
        for (int i = 0; i < COLUMNS.length; i++) {
            assertThat(from.mayBecome(COLUMNS[i]))
                    .as("%s may become %s", from, COLUMNS[i])
                    .isEqualTo(row[i].equals("yes"));
        }
    }

    @Test
    void theTableAboveKnowsEveryPhase() {
        assertThat(COLUMNS).containsExactly(Phase.values());
    }
}
