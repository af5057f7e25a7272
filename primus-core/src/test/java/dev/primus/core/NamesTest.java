package dev.primus.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("Names say exactly what they allow")
class NamesTest {
    private static final String SIXTY_THREE = "n".repeat(63);

    @ParameterizedTest
    @ValueSource(strings = {"a", "core-1", "Core_1", "10.0.0.7", "0", "web.eu-west_1"})
    void nodesAndClustersMayBeCalled(String name) {
        assertThat(new NodeName(name)).hasToString(name);
        assertThat(new ClusterName(name)).hasToString(name);
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", " ", "-core", ".core", "_core", "core 1", "core#1", "core/1", "kärn", "core\n", "a'b"})
    void nodesAndClustersMayNotBeCalled(String name) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new NodeName(name))
                .withMessage("node name '%s' is not usable: allowed is [A-Za-z0-9][A-Za-z0-9_.-]{0,62}", name);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ClusterName(name))
                .withMessage("cluster name '%s' is not usable: allowed is [A-Za-z0-9][A-Za-z0-9_.-]{0,62}", name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"coordinator", "tenant/42/billing", "a", "/", "urn:job:7", "v1.2-rc.3", "Nightly_job"})
    void electionsMayBeCalled(String name) {
        assertThat(new ElectionName(name)).hasToString(name);
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", " ", "a b", "a#b", "größe", "a\n", "a'b", "a;b"})
    void electionsMayNotBeCalled(String name) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ElectionName(name))
                .withMessage("election name '%s' is not usable: allowed is [A-Za-z0-9_.:/-]{1,190}", name);
    }

    @Test
    void namesHaveALongestLength() {
        assertThat(new NodeName(SIXTY_THREE).value()).hasSize(63);
        assertThat(new ElectionName("e".repeat(190)).value()).hasSize(190);
        assertThatIllegalArgumentException().isThrownBy(() -> new NodeName(SIXTY_THREE + "n"));
        assertThatIllegalArgumentException().isThrownBy(() -> new ClusterName(SIXTY_THREE + "n"));
        assertThatIllegalArgumentException().isThrownBy(() -> new ElectionName("e".repeat(191)));
    }

    @Test
    void theDefaultClusterIsCalledDefault() {
        assertThat(ClusterName.DEFAULT).hasToString("default");
    }

    @Test
    @DisplayName("names are compared exactly: core-1 and Core-1 are two nodes")
    void namesAreComparedExactly() {
        assertThat(new NodeName("core-1")).isNotEqualTo(new NodeName("Core-1"));
        assertThat(new TreeSet<>(List.of(new NodeName("b"), new NodeName("a"), new NodeName("B"))))
                .extracting(NodeName::value)
                .containsExactly("B", "a", "b");
        assertThat(new TreeSet<>(List.of(new ElectionName("b"), new ElectionName("a"))))
                .extracting(ElectionName::value)
                .containsExactly("a", "b");
    }
}
