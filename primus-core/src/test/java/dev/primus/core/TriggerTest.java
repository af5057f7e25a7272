package dev.primus.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@DisplayName("Words of elections that others read")
class TriggerTest {

    @Test
    @Tag("B3")
    @DisplayName("the five reasons for an election have the names of the wire, and are read back by them")
    void triggers() {
        assertThat(Arrays.stream(Trigger.values()).map(Trigger::word))
                .containsExactly(
                        "admin_heartbeat_timeout",
                        "no_admin_discovered",
                        "split_brain_detected",
                        "quorum_restored",
                        "manual_trigger");
        assertThat(Trigger.values()).allMatch(each -> Trigger.of(each.word()) == each);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Trigger.of("boredom"))
                .withMessageContaining("'boredom'");
    }

    @Test
    @Tag("B1")
    @DisplayName("the phases have their documented names, also the one that nobody is ever in")
    void phases() {
        assertThat(Arrays.stream(ElectionPhase.values()).map(ElectionPhase::word))
                .containsExactly("idle", "discovering", "electing", "reconstructing_keys", "complete");
    }
}
