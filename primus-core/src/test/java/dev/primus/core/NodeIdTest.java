package dev.primus.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("C9 identity: a node's name and one start of its process")
class NodeIdTest {

    @ParameterizedTest
    @ValueSource(strings = {"core-1#7f3a9c04", "a#0000", "10.0.0.7#abcdefghijklmnopqrstuvwxyz012345"})
    void whatIsWrittenCanBeRead(String text) {
        assertThat(NodeId.parse(text)).hasToString(text);
        assertThat(NodeId.parse(NodeId.parse(text).toString())).isEqualTo(NodeId.parse(text));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            core-1           | node id 'core-1' is not usable: allowed is name#incarnation
            #7f3a9c04        | node name '' is not usable
            core 1#7f3a9c04  | node name 'core 1' is not usable
            core-1#          | incarnation '' is not usable: allowed is [a-z0-9]{4,32}
            core-1#7f3       | incarnation '7f3' is not usable
            core-1#7F3A9C04  | incarnation '7F3A9C04' is not usable
            core-1#7f3a#9c04 | incarnation '7f3a#9c04' is not usable
            """)
    void whatIsNoIdentityIsRefused(String text, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> NodeId.parse(text))
                .withMessageStartingWith(message);
    }

    @Test
    void incarnationsHaveALongestLength() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> NodeId.of("core-1", "a".repeat(33)))
                .withMessageContaining("incarnation");
    }

    @Test
    @DisplayName("a restarted node has the same name and another identity")
    void aRestartedNodeIsAnother() {
        NodeId before = NodeId.of("core-1", "aaaa");
        NodeId after = NodeId.of("core-1", "bbbb");

        assertThat(after).isNotEqualTo(before);
        assertThat(after.name()).isEqualTo(before.name());
    }

    @Test
    void theyAreOrderedByNameThenIncarnation() {
        assertThat(new TreeSet<>(List.of(NodeId.parse("b#aaaa"), NodeId.parse("a#cccc"), NodeId.parse("a#bbbb"))))
                .extracting(NodeId::toString)
                .containsExactly("a#bbbb", "a#cccc", "b#aaaa");
    }
}
