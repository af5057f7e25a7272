package dev.primus.testkit.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.primus.Election;
import dev.primus.Primus;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Coming and going. */
abstract class LeavingCases extends DutyCases {
    @Test
    @DisplayName("closing hands over at once; closing twice is fine; a closed node joins nothing")
    void closing() throws Exception {
        joinAll("a", "b");
        String first = settled();
        Election election = election(first);
        elections.remove(first);
        election.close();
        election.close();
        assertThat(election.isLeader()).isFalse();
        String second = settled();
        assertThat(second).isNotEqualTo(first);
        Primus node = node(first);
        node.close();
        node.close();
        assertThatThrownBy(() -> node.election("other").join()).isInstanceOf(IllegalStateException.class);
        assertThat(leaders()).containsExactly(second);
    }

    @Test
    @DisplayName("an election that was left can be joined again, but not twice at a time")
    void joiningAgain() throws Exception {
        joinAll("a");
        settled();
        Primus node = node("a");
        assertThatThrownBy(() -> node.election(NAME).join()).isInstanceOf(IllegalArgumentException.class);
        election("a").close();
        elections.put("a", node.election(NAME).join());
        settled();
    }

    @Test
    @DisplayName("closing in the middle of a bid leaves nothing behind that others wait for longer than a crash")
    void closeDuringAcquire() throws Exception {
        for (int i = 0; i < 5; i++) {
            start("a").election(NAME).join();
            node("a").close();
            where().kill("a");
        }
        joinAll("b");
        assertThat(settled()).isEqualTo("b");
    }
}
