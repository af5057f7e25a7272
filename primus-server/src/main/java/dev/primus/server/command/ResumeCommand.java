package dev.primus.server.command;

import dev.primus.server.control.Request;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code primus resume}: a paused election goes on. */
@Command(
        name = "resume",
        description = {
            "Lets a paused election change hands again. If nobody leads, a standby takes over within a tenth of a lease."
        },
        footer = {
            "  primus resume coordinator",
            "  primus resume coordinator --yes",
        })
final class ResumeCommand implements Callable<Integer> {
    @Mixin
    @SuppressWarnings("NullAway.Init")
    private ControlOptions options;

    @Mixin
    @SuppressWarnings("NullAway.Init")
    private ActOptions act;

    @Override
    public Integer call() {
        return act.perform(options, intent -> new Request.Resume(options.election(), intent));
    }
}
