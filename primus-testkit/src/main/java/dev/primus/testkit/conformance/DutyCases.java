package dev.primus.testkit.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.Duty;
import dev.primus.Election;
import dev.primus.Leadership;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Work that follows leadership. */
abstract class DutyCases extends ListenerCases {
    @Test
    @DisplayName("D1 duties run only while leading, and end before the successor's begin")
    void duties() throws Exception {
        List<String> log = new CopyOnWriteArrayList<>();
        for (String node : List.of("a", "b")) {
            Election election =
                    start(node).election(NAME).duty("work", working(node, log)).join();
            elections.put(node, election);
        }
        for (int term = 0; term < 4; term++) {
            String leader = settled();
            assertThat(where().until(() -> log.get(log.size() - 1).equals(leader + " begins"), where().worstTakeover()))
                    .isTrue();
            done(election(leader).resign());
        }
        settled();
        for (int i = 0; i + 1 < log.size(); i += 2) {
            String node = log.get(i).substring(0, 1);
            assertThat(log.get(i)).isEqualTo(node + " begins");
            assertThat(log.get(i + 1)).isEqualTo(node + " ends");
        }
    }

    private static Duty working(String node, List<String> log) {
        return leadership -> {
            log.add(node + " begins");
            try {
                while (leadership.state() != Leadership.State.ENDED) {
                    leadership.sleep(Duration.ofMillis(20));
                }
            } finally {
                log.add(node + " ends");
            }
        };
    }

    @Test
    @DisplayName("a duty that fails is tried again in the same term; one that ends is done")
    void dutyFails() throws Exception {
        List<Long> runs = new CopyOnWriteArrayList<>();
        Election election = start("a")
                .election(NAME)
                .duty("flaky", leadership -> {
                    runs.add(leadership.token());
                    if (runs.size() < 3) {
                        throw new IllegalStateException("not yet");
                    }
                })
                .join();
        elections.put("a", election);
        settled();
        assertThat(where().until(() -> runs.size() == 3, Duration.ofSeconds(10)))
                .isTrue();
        where().pass(Duration.ofSeconds(1));
        assertThat(runs).containsExactly(1L, 1L, 1L);
        assertThat(election.isLeader()).isTrue();
    }
}
