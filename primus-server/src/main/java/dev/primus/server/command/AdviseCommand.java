package dev.primus.server.command;

import dev.primus.core.LeaseTiming;
import dev.primus.server.talk.Console;
import dev.primus.server.talk.ExitCode;
import dev.primus.server.view.TimingView;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code primus advise}: whether times are safe together, and what they promise. */
@Command(
        name = "advise",
        description = "Checks whether lease times are safe together, and tells what they promise and what they bear.",
        footer = {
            "  primus advise --lease 10s",
            "  primus advise --lease 30s --io-timeout 5s --drain 10s --drift 2%%",
        })
final class AdviseCommand implements Callable<Integer> {
    private final Console console;

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
        LeaseTiming timing = options.timing();
        TimingView view = new TimingView(timing);
        output.show(view::lines, view::json);
        List<String> violations = timing.violations();
        if (violations.isEmpty()) {
            return ExitCode.DONE;
        }
        violations.forEach(violation -> console.err().println("primus: unsafe: " + violation));
        return ExitCode.USAGE;
    }
}
