package dev.primus.testkit.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.Election;
import dev.primus.Leadership;
import dev.primus.Primus;
import dev.primus.core.LossReason;
import dev.primus.feed.FeedKind;
import dev.primus.feed.FeedRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
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

    @Test
    @Tag("G11")
    @DisplayName("the feed tells the course of a crash: who fell silent, who says so for it, who came before whom")
    void theFeedTellsACrash() throws Exception {
        joinAll("a", "b");
        String first = settled();
        everybodyKnowsALeader();
        where().kill(first);
        elections.remove(first);
        String second = settled();
        List<FeedRecord> told = node(second).feed().recent();
        assertThat(told)
                .extracting(FeedRecord::kind)
                .containsSubsequence(
                        FeedKind.LEADER_DOWN,
                        FeedKind.LEADER_CHANGED,
                        FeedKind.ELECTION_STARTED,
                        FeedKind.LOST_LEADERSHIP,
                        FeedKind.BECAME_LEADER);
        assertThat(told)
                .filteredOn(record -> record.kind() == FeedKind.LOST_LEADERSHIP)
                .singleElement()
                .satisfies(record -> {
                    assertThat(record.reason()).isEqualTo(LossReason.EXPIRED);
                    assertThat(Objects.requireNonNull(record.term())
                                    .leader()
                                    .name()
                                    .value())
                            .isEqualTo(first);
                });
        assertThat(told)
                .filteredOn(record -> record.kind() == FeedKind.LEADER_DOWN)
                .allSatisfy(record -> assertThat(record.details()).containsKey("former_leader"));
        assertThat(told)
                .filteredOn(record -> record.details().containsKey("previous_leader"))
                .isNotEmpty();
    }

    @Test
    @Tag("G11")
    @DisplayName("a standby's looks are told to those who ask for what is routine")
    void theFeedTellsChecks() throws Exception {
        joinAll("a");
        settled();
        List<FeedRecord> looks = new CopyOnWriteArrayList<>();
        Primus watcher = start("b");
        watcher.feed().subscribeToAll(Ground.READER, record -> {
            if (record.kind() == FeedKind.ELECTION_CHECK) {
                looks.add(record);
            }
        });
        elections.put("b", watcher.election(NAME).join());
        assertThat(where().until(
                                () -> looks.stream()
                                        .anyMatch(look -> String.valueOf(
                                                        look.details().get("current_leader"))
                                                .startsWith("a#")),
                                where().worstTakeover().multipliedBy(2)))
                .isTrue();
    }
}
