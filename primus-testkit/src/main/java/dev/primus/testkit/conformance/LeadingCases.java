package dev.primus.testkit.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.Election;
import dev.primus.Leadership;
import dev.primus.Primus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Who leads, who knows of it, and what comes after a crash. */
abstract class LeadingCases extends ConformanceHooks {
    @Test
    @DisplayName("C4 of three candidates exactly one leads, and goes on leading")
    void oneLeads() throws Exception {
        joinAll("a", "b", "c");
        String leader = settled();
        for (int i = 0; i < 40; i++) {
            where().pass(where().worstTakeover().dividedBy(10));
            assertThat(leaders()).containsExactly(leader);
        }
        Election election = election(leader);
        assertThat(election.leadership()).get().satisfies(held -> {
            assertThat(held.isHeld()).isTrue();
            assertThat(held.state()).isEqualTo(Leadership.State.HELD);
            assertThat(held.remaining()).isPositive();
            assertThat(held.election().value()).isEqualTo(NAME);
            held.require();
        });
    }

    @Test
    @Tag("L5")
    @DisplayName("everybody knows who leads, and the token is the same everywhere")
    void everybodyKnows() throws Exception {
        joinAll("a", "b", "c");
        String leader = settled();
        long token = election(leader).leadership().orElseThrow().token();
        assertThat(where().until(
                                () -> elections.values().stream()
                                        .allMatch(election -> election.leader()
                                                .filter(known -> known.node()
                                                                .name()
                                                                .value()
                                                                .equals(leader)
                                                        && known.term().token().value() == token)
                                                .isPresent()),
                                where().worstTakeover()))
                .isTrue();
    }

    @Test
    @Tag("L6")
    @DisplayName("Live1 when the leader dies another one leads within the bound, with a higher token")
    void crash() throws Exception {
        joinAll("a", "b", "c");
        String first = settled();
        long token = election(first).leadership().orElseThrow().token();
        where().kill(first);
        elections.remove(first);
        String second = settled();
        assertThat(election(second).leadership().orElseThrow().token()).isGreaterThan(token);
    }

    @Test
    @Tag("Z2")
    @DisplayName("C1 tokens rise from term to term, whoever leads")
    void tokensRise() throws Exception {
        joinAll("a", "b");
        long last = 0;
        for (int term = 0; term < 5; term++) {
            String leader = settled();
            long token = election(leader).leadership().orElseThrow().token();
            assertThat(token).isGreaterThan(last);
            last = token;
            done(election(leader).resign());
        }
    }

    @Test
    @Tag("Z4")
    @DisplayName("a node takes part in many elections at once")
    void manyElections() throws Exception {
        Primus node = start("a");
        List<Election> many = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            many.add(node.election("tenant/" + i).join());
        }
        assertThat(where().until(() -> many.stream().allMatch(Election::isLeader), where().worstTakeover()))
                .isTrue();
    }

    @Test
    @Tag("Z9")
    @DisplayName("an observer knows who leads and never leads itself, not even alone")
    void observer() throws Exception {
        joinAll("a");
        Election watched = start("b").election(NAME).asObserver().join();
        assertThat(where().until(() -> watched.leader().isPresent(), where().worstTakeover()))
                .isTrue();
        where().kill("a");
        where().pass(where().worstTakeover().multipliedBy(2));
        assertThat(watched.isLeader()).isFalse();
        assertThat(watched.leader()).isEmpty();
        assertThat(watched.awaitLeadership(Duration.ofMillis(20))).isFalse();
    }

    @Test
    @DisplayName("who waits for leadership is woken by it")
    void awaiting() throws Exception {
        joinAll("a");
        assertThat(election("a").awaitLeadership(where().worstTakeover())).isTrue();
        assertThat(election("a").awaitLeadership(Duration.ofMillis(1))).isTrue();
    }
}
