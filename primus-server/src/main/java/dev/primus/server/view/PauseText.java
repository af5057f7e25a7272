package dev.primus.server.view;

import dev.primus.core.Pause;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** A pause, and the way out of it. */
public final class PauseText {
    private PauseText() {}

    public static List<String> lines(String election, Pause pause, Instant now) {
        Duration lasted = Duration.between(pause.since(), now);
        return List.of(
                "! %s: paused by %s for %s, nobody takes over: %s"
                        .formatted(
                                election,
                                pause.by(),
                                Spans.shortly(lasted.isNegative() ? Duration.ZERO : lasted),
                                pause.why()),
                "  Let it go on: primus resume " + election);
    }
}
