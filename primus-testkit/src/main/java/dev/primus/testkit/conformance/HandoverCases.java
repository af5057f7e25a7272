package dev.primus.testkit.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.primus.Election;
import dev.primus.Handover;
import dev.primus.Leadership;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Leadership that is given up, to anybody or to somebody. */
abstract class HandoverCases extends LeadingCases {
    @Test
    @Tag("Z9")
    @DisplayName("who resigns leads no more, and somebody else does soon")
    void resign() throws Exception {
        joinAll("a", "b", "c");
        String first = settled();
        Leadership held = election(first).leadership().orElseThrow();
        assertThat(done(election(first).resign())).isEqualTo(Handover.RELEASED);
        assertThat(held.isHeld()).isFalse();
        assertThat(held.state()).isEqualTo(Leadership.State.ENDED);
        assertThat(held.remaining()).isZero();
        assertThat(settled()).isNotEqualTo(first);
    }

    @Test
    @Tag("Z9")
    @DisplayName("who does not lead has nothing to resign")
    void resignWithoutLeading() throws Exception {
        joinAll("a", "b");
        String leader = settled();
        Election other = election(leader.equals("a") ? "b" : "a");
        assertThat(done(other.resign())).isEqualTo(Handover.NOT_LEADING);
        assertThat(leaders()).containsExactly(leader);
    }

    @Test
    @Tag("Z9")
    @DisplayName("leadership goes to the heir that was named, whoever else waits")
    void transfer() throws Exception {
        joinAll("a", "b", "c", "d");
        String first = settled();
        everybodyKnowsALeader();
        for (String heir : List.of("d", "b", "d")) {
            String leader = settled();
            if (!heir.equals(leader)) {
                assertThat(done(election(leader).transferTo(heir))).isEqualTo(Handover.RELEASED);
                assertThat(settled()).as("after %s, from %s", first, leader).isEqualTo(heir);
            }
        }
    }

    @Test
    @Tag("Z9")
    @DisplayName("a transfer to nobody we know, or to oneself, changes nothing")
    void transferToNobody() throws Exception {
        joinAll("a", "b");
        String leader = settled();
        Election election = election(leader);
        for (String heir : List.of("nobody", leader)) {
            CompletableFuture<Handover> asked = election.transferTo(heir);
            assertThatThrownBy(() -> done(asked)).hasRootCauseInstanceOf(IllegalArgumentException.class);
        }
        assertThat(election.isLeader()).isTrue();
    }

    @Test
    @Tag("Z9")
    @DisplayName("an heir that has died costs its first try, then anybody leads")
    void heirIsDead() throws Exception {
        joinAll("a", "b", "c");
        String first = settled();
        everybodyKnowsALeader();
        String heir = first.equals("c") ? "b" : "c";
        where().kill(heir);
        elections.remove(heir);
        done(election(first).transferTo(heir));
        assertThat(settled()).isNotEqualTo(heir);
    }
}
