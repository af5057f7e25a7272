package dev.primus.server.command;

import dev.primus.server.control.Answer;
import dev.primus.server.control.Intent;
import dev.primus.server.control.Outcome;
import dev.primus.server.control.Request;
import dev.primus.server.control.Wire;
import dev.primus.server.control.socket.Reply;
import dev.primus.server.talk.Complaint;
import dev.primus.server.talk.Console;
import dev.primus.server.talk.ExitCode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.Charset;
import java.time.Duration;
import java.util.function.Function;
import picocli.CommandLine.Option;

/** How an act is done: shown first, agreed to, then carried out, and what came of it told. */
final class ActOptions {
    private static final Duration BESIDES = Duration.ofSeconds(5);

    private final Console console;

    @Option(names = "--dry-run", description = "Show what would be done, and change nothing.")
    private boolean dryRun;

    @Option(
            names = {"-y", "--yes"},
            description = "Do not ask; needed where there is no terminal.")
    private boolean yes;

    @Option(names = "--reason", paramLabel = "WORDS", description = "Why, for the feed and the log.")
    private String reason = "";

    ActOptions(Console console) {
        this.console = console;
    }

    /** Whether anything was said of how to act. */
    boolean isSaid() {
        return dryRun || yes || !reason.isEmpty();
    }

    /** Carries an act out, and returns the exit code. */
    int perform(ControlOptions options, Function<Intent, Request> act) {
        if (!dryRun && !yes && !console.terminal().canAnswer()) {
            throw Complaint.usage(
                    "this changes the election, and there is no terminal to ask at: add --yes to do it, or"
                            + " --dry-run to see what it would do.");
        }
        Intent intent = intent();
        LocalNode node = options.actingNode();
        Answer.Act plan = node.ask(act.apply(intent), Answer.Act.class);
        ActView planned = new ActView(plan, console.clock().instant());
        if (dryRun || plan.outcome() != Outcome.PLANNED) {
            options.output().show(planned::lines, () -> Wire.json(plan));
            return exitCode(plan.outcome());
        }
        planned.plan().forEach(yes ? console::say : console.err()::println);
        if (!yes && !isAgreed()) {
            console.err().println("Nothing was changed.");
            return ExitCode.FAILED;
        }
        Answer.Act done = carryOut(node, act.apply(intent.inEarnest()), plan);
        options.output().show(new ActView(done, console.clock().instant())::lines, () -> Wire.json(done));
        return exitCode(done.outcome());
    }

    private Intent intent() {
        try {
            return Intent.planned(reason);
        } catch (IllegalArgumentException e) {
            throw Complaint.usage("--reason: allowed is one line of at most 200 characters.", e);
        }
    }

    private boolean isAgreed() {
        console.err().print("Go on? [y/N] ");
        console.err().flush();
        try {
            String answer = new BufferedReader(new InputStreamReader(System.in, Charset.defaultCharset())).readLine();
            return answer != null && answer.strip().equalsIgnoreCase("y");
        } catch (IOException e) {
            return false;
        }
    }

    private static Answer.Act carryOut(LocalNode node, Request request, Answer.Act plan) {
        Reply reply =
                node.client().ask(request, Duration.ofMillis(plan.mostMs()).plus(BESIDES));
        if (reply instanceof Reply.Heard heard) {
            return heard.answer() instanceof Answer.Mistake mistake && !mistake.beforeAnythingWasDone()
                    ? ended(plan, Outcome.UNKNOWN, "the node failed at it: " + mistake.message())
                    : node.expect(heard.answer(), Answer.Act.class);
        }
        return reply instanceof Reply.Lost lost
                ? ended(plan, Outcome.UNKNOWN, lost.why())
                : ended(
                        plan,
                        Outcome.FAILED,
                        "the node is gone, and nothing was asked: " + ((Reply.NotReached) reply).why());
    }

    private static Answer.Act ended(Answer.Act plan, Outcome outcome, String why) {
        return new Answer.Act(
                plan.id(),
                plan.act(),
                outcome,
                null,
                why,
                plan.node(),
                plan.before(),
                plan.stopLimitMs(),
                plan.mostMs(),
                null);
    }

    private static int exitCode(Outcome outcome) {
        return switch (outcome) {
            case PLANNED, DONE -> ExitCode.DONE;
            case REFUSED -> ExitCode.REFUSED;
            case FAILED -> ExitCode.FAILED;
            case UNKNOWN -> ExitCode.UNKNOWN;
        };
    }
}
