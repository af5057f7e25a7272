package dev.primus.server.command;

import dev.primus.core.ElectionName;
import dev.primus.core.spi.Ledger;
import dev.primus.core.spi.Sighting;
import dev.primus.server.talk.ExitCode;
import dev.primus.server.view.StatusView;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code primus status}: who leads, by the store alone. */
@Command(
        name = "status",
        description = {
            "Shows who leads. Reads the store alone, so it works with every node down too.",
            "With --node or --socket it asks a node on this host instead: how it does and where it stands."
        },
        footer = {
            "  primus status",
            "  primus status coordinator billing",
            "  primus status --node core-1",
            "  primus status coordinator --node",
            "  primus status --json --store jdbc:postgresql://db.example.com/app --user app",
        })
final class StatusCommand implements Callable<Integer> {
    @Mixin
    @SuppressWarnings("NullAway.Init")
    private LedgerOptions ledger;

    @Mixin
    @SuppressWarnings("NullAway.Init")
    private DoorOptions door;

    @Parameters(paramLabel = "ELECTION", arity = "0..*", description = "Which elections (default: all).")
    private List<ElectionName> elections = new ArrayList<>();

    @Override
    public Integer call() {
        if (door.isAsked()) {
            return ask();
        }
        return ledger.read(this::show);
    }

    private int ask() {
        LocalNode node = door.only(ledger.cluster());
        NodeView view = new NodeView(
                node.status(),
                node.paused(),
                elections,
                ledger.console().clock().instant());
        ledger.output().show(view::lines, view::json);
        return ExitCode.DONE;
    }

    private void show(Ledger books) {
        List<Sighting> rows = new Elections(books, ledger.cluster()).find(elections);
        StatusView view = StatusView.read(
                books, ledger.cluster(), rows, ledger.console().clock().instant());
        if (rows.isEmpty() && !ledger.output().isJson()) {
            ledger.console()
                    .say("no elections in cluster '%s' yet. Start a node: primus node --election coordinator"
                            .formatted(ledger.cluster()));
        } else {
            ledger.output().show(view::lines, view::json);
        }
    }
}
