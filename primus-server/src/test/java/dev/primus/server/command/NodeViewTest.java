package dev.primus.server.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.ElectionName;
import dev.primus.server.control.Answer;
import dev.primus.server.control.FakeSubject;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class NodeViewTest {
    private static Answer.Heartbeat heartbeat(String election, boolean running, String last, String next) {
        return new Answer.Heartbeat(election, running, running, last, 450, next);
    }

    private static List<String> lines(List<Answer.Heartbeat> heartbeats, ElectionName... wanted) {
        Answer.Node node = new Answer.Node(
                "core-2#7f3a9c04", "default", 1, "UP", "", "2026-11-16T01:06:11Z", 900, seats(heartbeats), heartbeats);
        return new NodeView(node, PausesHeard.of(List.of()), List.of(wanted), FakeSubject.NOW).lines();
    }

    private static List<Answer.Seat> seats(List<Answer.Heartbeat> heartbeats) {
        return heartbeats.stream()
                .map(one -> new Answer.Seat(one.election(), null, null, null, null, null, null, List.of()))
                .toList();
    }

    @Test
    @Tag("B4")
    @DisplayName(
            "B4 a leader's status tells when its last heartbeat went out and when the next is due; a follower sends none")
    void heartbeats() {
        Answer.Heartbeat leading =
                heartbeat("coordinator", true, "2026-11-16T01:06:10.900Z", "2026-11-16T01:06:11.350Z");
        Answer.Heartbeat following = heartbeat("billing", false, "2026-11-16T00:00:00Z", null);
        assertThat(lines(List.of(leading, following)))
                .contains("coordinator: a heartbeat every 450 ms, the last 100 ms ago, the next in 350 ms.")
                .noneMatch(line -> line.startsWith("billing: a heartbeat"));
        assertThat(lines(List.of(heartbeat("e", true, "2026-11-16T01:06:10Z", "2026-11-16T01:06:10.450Z"))))
                .anyMatch(line -> line.endsWith("the last 1.0 s ago, the next due."));
    }

    @Test
    @DisplayName("those of the elections that were asked for")
    void wanted() {
        List<Answer.Heartbeat> both = List.of(
                heartbeat("coordinator", true, "2026-11-16T01:06:10Z", null),
                heartbeat("billing", true, "2026-11-16T01:06:10Z", null));

        assertThat(lines(both, new ElectionName("coordinator")))
                .anyMatch(line -> line.startsWith("coordinator: a heartbeat"))
                .noneMatch(line -> line.startsWith("billing: a heartbeat"));
    }
}
