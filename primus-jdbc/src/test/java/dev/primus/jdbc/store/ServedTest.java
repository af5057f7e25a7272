package dev.primus.jdbc.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.ElectionName;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ServedTest {
    private final List<ElectionName> asked =
            Stream.of("a", "b", "c").map(ElectionName::new).toList();

    @Test
    void allAreServed() {
        assertThat(Served.of(asked, List.of("c", "a", "b"))).containsExactlyInAnyOrderElementsOf(asked);
    }

    @Test
    @DisplayName("one that the database did not name was not served")
    void someAreServed() {
        assertThat(Served.of(asked, List.of("c", "a")))
                .containsExactlyInAnyOrder(new ElectionName("a"), new ElectionName("c"));
    }

    @Test
    void noneIsServed() {
        assertThat(Served.of(asked, List.of())).isEmpty();
    }
}
