package dev.primus.server.command;

import dev.primus.core.BallotTiming;
import dev.primus.core.LeaseTiming;
import dev.primus.server.talk.Console;
import dev.primus.server.talk.ExitCode;
import dev.primus.server.view.BallotTimingView;
import dev.primus.server.view.TimingView;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code primus advise}: whether times are safe together, and what they promise. */
@Command(
        name = "advise",
        description = {
            "Checks whether times are safe together, and tells what they promise and what they bear.",
            "Of the lease engine, or of the ballot engine: its times are settings, see primus config."
        },
        footer = {
            "  primus advise --lease 10s",
            "  primus advise --lease 30s --io-timeout 5s --drain 10s --drift 2%%",
            "  primus advise --engine ballot --timing documented",
        })
final class AdviseCommand implements Callable<Integer> {
    private final Console console;

    @Option(
            names = "--engine",
            paramLabel = Engine.WORDS,
            description =
                    "Whose times: the lease's (default, and what the registry's leader goes by), or the ballot's.")
    private String engine = "lease";

    @Option(
            names = {"--preset", "--timing"},
            paramLabel = "documented|fast",
            description = "ballot: how patient to be (default: fast, unless one of its times is set).")
    private @Nullable String tempo;

    @Mixin
    @SuppressWarnings("NullAway.Init")
    private TimingOptions options;

    @Mixin
    @SuppressWarnings("NullAway.Init")
    private OutputOptions output;

    AdviseCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        if (Engine.of(engine) == Engine.BALLOT) {
            BallotTiming timing = new BallotTimes(console.settings()).over(tempo());
            BallotTimingView view = new BallotTimingView(timing);
            output.show(view::lines, view::json);
            return judged(timing.violations());
        }
        LeaseTiming timing = options.timing();
        TimingView view = new TimingView(timing);
        output.show(view::lines, view::json);
        return judged(timing.violations());
    }

    private @Nullable String tempo() {
        return tempo == null ? null : PeerOptions.oneOf("--timing", tempo, "documented", "fast");
    }

    private int judged(List<String> violations) {
        if (violations.isEmpty()) {
            return ExitCode.DONE;
        }
        violations.forEach(violation -> console.err().println("primus: unsafe: " + violation));
        return ExitCode.USAGE;
    }
}
