package dev.primus.server.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.DutyStatus;
import dev.primus.server.control.Answer;
import dev.primus.server.control.FakeSubject;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A node of a later version may say words this program does not know: what it does know is shown all the same. */
class LaterVersionTest {
    private static final Answer.Seat SEAT = new Answer.Seat(
            "coordinator", null, "core-1#00aa11bb", "41", null, null, null, List.of(new DutyStatus("mail", null)));

    @Test
    void inAVerdict() {
        assertThat(VerdictText.of(new Answer.Verdict("core-2#7f3a9c04", false, SEAT)))
                .isEqualTo("coordinator: core-2#7f3a9c04 is ?; core-1#00aa11bb leads, term 41.");
    }

    @Test
    void inAStatus() {
        Answer.Node node = new Answer.Node(
                "core-2#7f3a9c04", "default", 1, "UP", "", "2026-11-16T01:06:11Z", 200, List.of(SEAT), null);
        assertThat(new NodeView(node, PausesHeard.unknown("unknown act 'paused'"), List.of(), FakeSubject.NOW)
                        .lines()
                        .get(2))
                .isEqualTo("coordinator  ?     core-1#00aa11bb    41  –      –         mail ?");
    }

    @Test
    void inAnAct() {
        Answer.Act act = new Answer.Act("9f2c", "resign", null, null, "", "core-2#7f3a9c04", SEAT, 40, 500, null);
        assertThat(new ActView(act, FakeSubject.NOW).lines())
                .containsExactly("unknown: Act 9f2c.", "Look before you repeat: primus status coordinator");
    }
}
