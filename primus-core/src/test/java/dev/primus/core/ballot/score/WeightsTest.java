package dev.primus.core.ballot.score;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@DisplayName("Weights are configurable, and refused if they cannot be meant")
@Tag("B6")
class WeightsTest {
    private static final Weights DEFAULT = Weights.DEFAULT;

    @Test
    void theDefaultIsAllowed() {
        assertThat(DEFAULT.violations()).isEmpty();
        assertThat(DEFAULT.orThrow()).isSameAs(DEFAULT);
    }

    @Test
    void otherWeightsDecideOtherwise() {
        Weights uptimeOnly = DEFAULT.withParts(1, 0, 0, 0, 0).withCaps(Duration.ofHours(1), Duration.ofHours(168), 10);

        assertThat(Scoring.of(Facts.NONE.withUptime(Duration.ofMinutes(15)).withNetworkQuality(1), uptimeOnly)
                        .total())
                .isEqualTo(new Share(250_000));
    }

    @Test
    void partsMakeOneWhole() {
        assertThat(DEFAULT.withParts(0.4, 0.2, 0.2, 0.15, 0.15).violations())
                .singleElement()
                .asString()
                .startsWith("weights = 1.1 in sum: allowed is 1, to the millionth; they are {weights.capability=0.2,")
                .contains("weights.uptime=0.4");
        assertThat(DEFAULT.withParts(0.3, 0.2, 0.2, 0.15, 0.149999).violations())
                .singleElement()
                .asString()
                .startsWith("weights = 0.999999 in sum");
        assertThat(DEFAULT.withResources(new Weights.Resources(0.25, 0.25, 0.25, 0.2))
                        .violations())
                .singleElement()
                .asString()
                .startsWith("weights.resources = 0.95 in sum");
        assertThat(DEFAULT.withParts(0.1, 0.2, 0.3, 0.1, 0.2, 0.1).violations())
                .as("0.1 + 0.2 + … is not 1 in floating point, and is here")
                .isEmpty();
    }

    @Test
    void everyWeightIsNamedThatIsNone() {
        assertThat(DEFAULT.withParts(Double.NaN, -0.1, 2, Double.POSITIVE_INFINITY, 0, 1e300)
                        .violations())
                .containsExactly(
                        "weights.capability = -0.1: allowed is 0 to 1",
                        "weights.network = Infinity: allowed is 0 to 1",
                        "weights.reputation = 1.0E300: allowed is 0 to 1",
                        "weights.resources = 2.0: allowed is 0 to 1",
                        "weights.uptime = NaN: allowed is 0 to 1");
        assertThat(DEFAULT.withResources(new Weights.Resources(Double.NaN, 1, 0, 0))
                        .violations())
                .containsExactly("weights.resources.cpu = NaN: allowed is 0 to 1");
        assertThat(DEFAULT.withCapabilities(Map.of(new Capability("b"), 1.5, new Capability("a"), -1.0))
                        .violations())
                .containsExactly(
                        "weights.capabilities.a = -1.0: allowed is 0 to 1",
                        "weights.capabilities.b = 1.5: allowed is 0 to 1");
    }

    @Test
    void capsAreOfThisWorld() {
        assertThat(DEFAULT.withCaps(Duration.ZERO, Duration.ofDays(36_501), 0).violations())
                .containsExactly(
                        "uptime_cap = PT0S: allowed is 1 s to 36500 days",
                        "experience_cap = PT876024H: allowed is 1 s to 36500 days",
                        "failed_terms_cap = 0: allowed is 1 to 1000000");
        assertThat(DEFAULT.withCaps(Duration.ofSeconds(1), Facts.LONGEST, 1_000_001)
                        .violations())
                .containsExactly("failed_terms_cap = 1000001: allowed is 1 to 1000000");
    }

    @Test
    void allThatIsWrongIsSaidAtOnce() {
        assertThatThrownBy(() -> DEFAULT.withParts(2, 0, 0, 0, 0)
                        .withCaps(Duration.ZERO, Duration.ofHours(1), 10)
                        .orThrow())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("unusable weights: weights.uptime = 2.0: allowed is 0 to 1;"
                        + " uptime_cap = PT0S: allowed is 1 s to 36500 days");
    }
}
