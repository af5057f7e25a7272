package dev.primus.server.command;

import dev.primus.core.ElectionName;
import dev.primus.core.spi.Ledger;
import dev.primus.core.spi.Sighting;
import dev.primus.server.talk.Complaint;
import dev.primus.server.talk.Console;
import dev.primus.server.view.HistoryView;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code primus history}: who led before, and why it changed. */
@Command(
        name = "history",
        description = "Shows who led an election, from when, for how long, and why it ended. Newest first.",
        footer = {
            "  primus history coordinator",
            "  primus history coordinator -n 3",
            "  primus history coordinator --json",
        })
final class HistoryCommand implements Callable<Integer> {
    @Mixin
    @SuppressWarnings("NullAway.Init")
    private LedgerOptions ledger;

    @Parameters(paramLabel = "ELECTION", description = "Which election.")
    @SuppressWarnings("NullAway.Init")
    private ElectionName election;

    @Option(
            names = {"-n", "--terms"},
            paramLabel = "N",
            description = "How many terms at most (default: 20).")
    private int most = 20;

    @Override
    public Integer call() {
        if (most < 1) {
            throw Complaint.usage("-n = %d: allowed is 1 and above.".formatted(most));
        }
        return ledger.read(this::show);
    }

    private void show(Ledger books) {
        Console console = ledger.console();
        Sighting row = new Elections(books, ledger.cluster()).find(election);
        HistoryView view = new HistoryView(
                row, books.history(election, most), console.clock().instant(), console.zone());
        ledger.output().show(view::lines, view::json);
    }
}
