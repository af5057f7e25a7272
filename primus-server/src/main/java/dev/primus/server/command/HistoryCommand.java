package dev.primus.server.command;

import dev.primus.core.ElectionName;
import dev.primus.core.LossReason;
import dev.primus.core.NodeId;
import dev.primus.core.Term;
import dev.primus.core.spi.Ledger;
import dev.primus.core.spi.Sighting;
import dev.primus.core.spi.TermRecord;
import dev.primus.server.control.Answer;
import dev.primus.server.control.Request;
import dev.primus.server.talk.Complaint;
import dev.primus.server.talk.Console;
import dev.primus.server.talk.ExitCode;
import dev.primus.server.view.HistoryView;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code primus history}: who led before, and why it changed. */
@Command(
        name = "history",
        description = {
            "Shows who led an election, from when, for how long, and why it ended. Newest first.",
            "With --node or --socket it asks a node on this host instead: where nodes decide among themselves, its memory is all there is."
        },
        footer = {
            "  primus history coordinator",
            "  primus history coordinator -n 3",
            "  primus history coordinator --json",
            "  primus history coordinator --node core-1",
        })
final class HistoryCommand implements Callable<Integer> {
    @Mixin
    @SuppressWarnings("NullAway.Init")
    private LedgerOptions ledger;

    @Mixin
    @SuppressWarnings("NullAway.Init")
    private DoorOptions door;

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
        if (door.isAsked()) {
            return ask();
        }
        return ledger.read(this::show);
    }

    /** What a node remembers: all there is where no store keeps the books. */
    private int ask() {
        LocalNode node = door.only(ledger.cluster());
        Answer.History told =
                node.ask(new Request.History(election, Math.min(most, Request.History.MOST)), Answer.History.class);
        Console console = ledger.console();
        HistoryView view = new HistoryView(
                election,
                told.running() == null ? 0 : Long.parseLong(told.running()),
                Duration.ZERO,
                told.terms().stream().map(this::record).toList(),
                console.clock().instant(),
                console.zone());
        ledger.output().show(view::lines, view::json);
        return ExitCode.DONE;
    }

    private TermRecord record(Answer.Term term) {
        return new TermRecord(
                election,
                Term.of(NodeId.parse(term.leader()), Long.parseLong(term.term())),
                Instant.parse(term.from()),
                term.to() == null ? null : Instant.parse(term.to()),
                term.reason() == null ? null : LossReason.valueOf(term.reason()));
    }

    private void show(Ledger books) {
        Console console = ledger.console();
        Sighting row = new Elections(books, ledger.cluster()).find(election);
        HistoryView view = new HistoryView(
                row, books.history(election, most), console.clock().instant(), console.zone());
        ledger.output().show(view::lines, view::json);
    }
}
