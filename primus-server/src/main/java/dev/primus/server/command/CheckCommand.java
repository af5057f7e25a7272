package dev.primus.server.command;

import dev.primus.server.control.Answer;
import dev.primus.server.control.Request;
import dev.primus.server.control.Wire;
import dev.primus.server.talk.ExitCode;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code primus check}: the shell's {@code isLeader()}. */
@Command(
        name = "check",
        description = {
            "Tells by its exit code whether a node on this host leads right now.",
            "It covers the moment of the answer and no action after it: what must not be done twice needs the token."
        },
        footer = {
            "  primus check coordinator && echo this node leads",
            "  primus check coordinator -q --node core-1",
            "  primus check coordinator --json",
        },
        exitCodeList = {
            " 0:it leads",
            " 1:it does not, or no node answers",
            " 2:wrong usage or settings; nothing was tried",
            " 4:refused: the node takes no part in it",
        })
final class CheckCommand implements Callable<Integer> {
    @Mixin
    @SuppressWarnings("NullAway.Init")
    private ControlOptions options;

    @Override
    public Integer call() {
        Answer.Verdict verdict = options.onlyNode().ask(new Request.Check(options.election()), Answer.Verdict.class);
        if (options.output().isJson()) {
            options.console().out().println(Wire.json(verdict));
        } else {
            options.output().say(VerdictText.of(verdict));
        }
        return verdict.holds() ? ExitCode.DONE : ExitCode.FAILED;
    }
}
