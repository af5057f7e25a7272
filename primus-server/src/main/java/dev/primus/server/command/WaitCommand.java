package dev.primus.server.command;

import dev.primus.server.control.Answer;
import dev.primus.server.control.Condition;
import dev.primus.server.control.Request;
import dev.primus.server.control.Wire;
import dev.primus.server.talk.ExitCode;
import dev.primus.server.view.Spans;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code primus wait}: returns when it is so. */
@Command(
        name = "wait",
        description = {
            "Waits until a node on this host leads, knows a leader, or has given leadership up.",
            "released means that it holds nothing and its duties have ended."
        },
        footer = {
            "  primus wait coordinator --for leading",
            "  primus wait coordinator --for leader --timeout 1m",
            "  primus wait coordinator --for released --node core-1 && systemctl stop app",
        },
        exitCodeList = {
            " 0:it is so",
            " 1:the time ran out, or no node answers",
            " 2:wrong usage or settings; nothing was tried",
            " 3:the leader is unknown: the store does not answer",
            " 4:refused: the node takes no part in it",
        })
final class WaitCommand implements Callable<Integer> {
    @Mixin
    @SuppressWarnings("NullAway.Init")
    private ControlOptions options;

    @Option(names = "--for", required = true, paramLabel = "leading|leader|released", description = "What to wait for.")
    @SuppressWarnings("NullAway.Init")
    private Condition condition;

    @Option(names = "--timeout", paramLabel = "TIME", description = "How long at most (default: 30s).")
    private Duration timeout = Duration.ofSeconds(30);

    @Override
    public Integer call() {
        LocalNode node = options.onlyNode();
        long end = System.nanoTime() + timeout.toNanos();
        Answer.Verdict verdict = ask(node, timeout);
        for (long left = end - System.nanoTime(); !verdict.holds() && left > 0; left = end - System.nanoTime()) {
            verdict = ask(node, Duration.ofNanos(left));
        }
        tell(verdict);
        return verdict.holds() ? ExitCode.DONE : isUnknown(verdict) ? ExitCode.UNKNOWN : ExitCode.FAILED;
    }

    /** Whether the node could not tell, rather than said no. */
    private boolean isUnknown(Answer.Verdict verdict) {
        return condition == Condition.LEADER && verdict.seat().unknownSince() != null;
    }

    private Answer.Verdict ask(LocalNode node, Duration left) {
        long millis = Math.min(left.toMillis() + 1, Request.Wait.LONGEST.toMillis());
        return node.ask(
                new Request.Wait(options.election(), condition, millis),
                Answer.Verdict.class,
                LocalNode.SOON.plusMillis(millis));
    }

    private void tell(Answer.Verdict verdict) {
        if (options.output().isJson()) {
            options.console().out().println(Wire.json(verdict));
        } else {
            String outcome = verdict.holds()
                    ? ""
                    : "not %s within %s: ".formatted(condition.name().toLowerCase(Locale.ROOT), Spans.exactly(timeout));
            options.output().say(outcome + VerdictText.of(verdict));
        }
    }
}
