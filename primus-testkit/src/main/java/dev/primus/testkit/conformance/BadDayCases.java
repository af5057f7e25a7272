package dev.primus.testkit.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.Leadership;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Days without an arbiter. */
abstract class BadDayCases extends LeavingCases {
    @Test
    @Tag("L4")
    @DisplayName("Live4 without its arbiter nobody leads for long, and all come back when it does")
    void arbiterAway() throws Exception {
        joinAll("a", "b");
        String leader = settled();
        Leadership held = election(leader).leadership().orElseThrow();
        where().arbiterFails();
        assertThat(where().until(() -> !held.isHeld(), where().worstTakeover())).isTrue();
        where().pass(where().worstTakeover().multipliedBy(5));
        assertThat(leaders()).isEmpty();
        where().arbiterRecovers();
        String next = settled();
        assertThat(election(next).leadership().orElseThrow().token()).isGreaterThan(held.token());
        assertThat(held.isHeld()).as("an ended term never comes back").isFalse();
    }

    @Test
    @DisplayName("a node that starts while its arbiter is away takes part as soon as it is there")
    void startsWithoutArbiter() throws Exception {
        where().arbiterFails();
        joinAll("a");
        where().pass(where().worstTakeover().multipliedBy(3));
        assertThat(leaders()).isEmpty();
        where().arbiterRecovers();
        assertThat(settled()).isEqualTo("a");
    }
}
