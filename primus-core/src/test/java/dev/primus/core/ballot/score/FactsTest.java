package dev.primus.core.ballot.score;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.DoubleFunction;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("What a candidate states is bounded, or refused with a sentence")
class FactsTest {
    private static final Map<String, DoubleFunction<Facts>> SHARES = Map.of(
            "free_cpu", Facts.NONE::withFreeCpu,
            "free_memory", Facts.NONE::withFreeMemory,
            "free_disk", Facts.NONE::withFreeDisk,
            "network_quality", Facts.NONE::withNetworkQuality);

    @ParameterizedTest
    @ValueSource(
            doubles = {
                Double.NaN,
                -0.000001,
                -1,
                1.000001,
                1e300,
                Double.MAX_VALUE,
                Double.POSITIVE_INFINITY,
                Double.NEGATIVE_INFINITY
            })
    @Tag("B6")
    void noShareOutsideNothingAndAll(double value) {
        SHARES.forEach((field, with) -> assertThatIllegalArgumentException()
                .isThrownBy(() -> with.apply(value))
                .withMessage("%s = %s: allowed is 0 to 1", field, value));
    }

    @Test
    void sharesAreKeptToTheNearestMillionth() {
        assertThat(Facts.NONE.withFreeCpu(0.1234567).freeCpu()).isEqualTo(new Share(123_457));
        assertThat(Facts.NONE.withFreeMemory(1).freeMemory()).isEqualTo(Share.ALL);
        assertThat(Facts.NONE.withFreeDisk(-0.0).freeDisk()).isEqualTo(Share.NONE);
        assertThat(Facts.NONE.withNetworkQuality(Double.MIN_VALUE).networkQuality())
                .isEqualTo(Share.NONE);
    }

    @Test
    void spansAreNeitherNegativeNorEndless() {
        Duration endless = Duration.ofSeconds(Long.MAX_VALUE);
        assertThatThrownBy(() -> Facts.NONE.withUptime(Duration.ofMillis(-1)))
                .hasMessage("uptime = PT-0.001S: allowed is 0 to 36500 days");
        assertThatThrownBy(() -> Facts.NONE.withUptime(endless))
                .hasMessage("uptime = %s: allowed is 0 to 36500 days", endless);
        assertThatThrownBy(() -> Facts.NONE.withExperience(endless))
                .hasMessage("experience = %s: allowed is 0 to 36500 days", endless);
        assertThat(Facts.NONE.withUptime(Facts.LONGEST).uptimeMillis()).isEqualTo(Facts.LONGEST.toMillis());
    }

    @Test
    void whatCameOverAWireIsCheckedToo() {
        assertThatThrownBy(() -> withSpans(-1, 0)).hasMessage("uptime = -1 ms: allowed is 0 to 36500 days");
        assertThatThrownBy(() -> withSpans(0, Long.MAX_VALUE))
                .hasMessage("experience = %d ms: allowed is 0 to 36500 days", Long.MAX_VALUE);
        assertThatThrownBy(() -> new Share(-1)).hasMessage("share = -1 millionths: allowed is 0 to 1000000");
        assertThatThrownBy(() -> new Share(1_000_001))
                .hasMessage("share = 1000001 millionths: allowed is 0 to 1000000");
        assertThatThrownBy(() -> Facts.NONE.withFailedTerms(-1))
                .hasMessage("failed_terms = -1: allowed is 0 to 1000000");
        assertThatThrownBy(() -> Facts.NONE.withFailedTerms(1_000_001))
                .hasMessage("failed_terms = 1000001: allowed is 0 to 1000000");
    }

    @Test
    void aNodeCannotFloodOthersWithCapabilities() {
        List<Capability> many = new ArrayList<>();
        for (int i = 0; i < 64; i++) {
            many.add(new Capability("c" + i));
        }
        assertThat(Facts.NONE.withCapabilities(many).capabilities()).hasSize(64);
        many.add(new Capability("one-more"));
        assertThatThrownBy(() -> Facts.NONE.withCapabilities(many))
                .hasMessage("capabilities = 65 names: allowed are 64 at most");
    }

    @Test
    void capabilitiesHaveNames() {
        assertThatThrownBy(() -> new Capability("a b"))
                .hasMessageContaining("capability = 'a b': allowed is [A-Za-z0-9]");
        assertThatThrownBy(() -> new Capability("")).hasMessageContaining("capability = ''");
        assertThatThrownBy(() -> new Capability(null)).hasMessageContaining("capability = 'null'");
        assertThat(Capability.ADMIN_ELECTION).hasToString("admin_election");
    }

    @ParameterizedTest
    @CsvSource({
        "admin_election, true",
        "context_curation, true",
        "project_manager, true",
        "key_reconstruction, false",
        "semantic_analysis, false",
        "ADMIN_ELECTION, false"
    })
    @Tag("B5")
    @DisplayName("one capability of three lets a node stand for election, whatever else it can do")
    void entitled(String name, boolean may) {
        Capability other = new Capability("juggling");

        assertThat(Facts.NONE.withCapabilities(List.of(new Capability(name))).mayStand())
                .isEqualTo(may);
        assertThat(Facts.NONE
                        .withCapabilities(List.of(other, new Capability(name)))
                        .mayStand())
                .isEqualTo(may);
        assertThat(Facts.NONE.mayStand()).as("nothing is not enough").isFalse();
    }

    @Test
    void sharesOfLargeThings() {
        assertThat(Share.of(1, 3)).isEqualTo(new Share(333_333));
        assertThat(Share.of(2, 3)).isEqualTo(new Share(666_667));
        assertThat(Share.of(5, 4)).isEqualTo(Share.ALL);
        assertThat(Share.of(0, 4)).isEqualTo(Share.NONE);
        assertThat(Share.of(-1, 4)).isEqualTo(Share.NONE);
        assertThat(Share.of(4, 0)).isEqualTo(Share.NONE);
        assertThat(Share.of(Long.MAX_VALUE / 4, Long.MAX_VALUE)).isEqualTo(new Share(250_000));
        assertThat(Share.of(Long.MAX_VALUE - 1, Long.MAX_VALUE)).isEqualTo(Share.ALL);
    }

    @Test
    void sharesReadAsPeopleWriteThem() {
        assertThat(new Share(250_000)).hasToString("0.25");
        assertThat(new Share(1)).hasToString("0.000001");
        assertThat(Share.NONE).hasToString("0");
        assertThat(Share.ALL).hasToString("1");
    }

    private static Facts withSpans(long uptime, long experience) {
        return new Facts(uptime, Set.of(), Share.NONE, Share.NONE, Share.NONE, Share.NONE, experience, 0);
    }
}
