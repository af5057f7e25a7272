package dev.primus.server.command;

import dev.primus.core.ElectionName;
import dev.primus.core.spi.Ledger;
import dev.primus.core.spi.Sighting;
import dev.primus.server.view.MembersView;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code primus members}: who takes part. */
@Command(
        name = "members",
        description = {
            "Shows who takes part, and when the store last saw them.",
            "A silent member has not shown itself for longer than its lease; one that left has said so."
        },
        footer = {
            "  primus members",
            "  primus members coordinator",
            "  primus members --json",
        })
final class MembersCommand implements Callable<Integer> {
    @Mixin
    @SuppressWarnings("NullAway.Init")
    private LedgerOptions ledger;

    @Parameters(paramLabel = "ELECTION", arity = "0..*", description = "Which elections (default: all).")
    private List<ElectionName> elections = new ArrayList<>();

    @Override
    public Integer call() {
        return ledger.read(this::show);
    }

    private void show(Ledger books) {
        List<Sighting> rows = new Elections(books, ledger.cluster()).find(elections);
        MembersView view = MembersView.read(
                books, ledger.cluster(), rows, ledger.console().clock().instant());
        ledger.output().show(view::lines, view::json);
    }
}
