package dev.primus.server.command;

import dev.primus.server.control.Answer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which of a node's elections are paused.
 *
 * @param paused null if that is unknown
 * @param why it is unknown; else empty
 */
record PausesHeard(@Nullable List<Answer.Pause> paused, String why) {
    static PausesHeard of(List<Answer.Pause> paused) {
        return new PausesHeard(paused, "");
    }

    static PausesHeard unknown(String why) {
        return new PausesHeard(null, why);
    }
}
