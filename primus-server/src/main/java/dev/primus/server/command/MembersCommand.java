package dev.primus.server.command;

import dev.primus.core.ClusterName;
import dev.primus.core.ElectionName;
import dev.primus.core.spi.Ledger;
import dev.primus.core.spi.Sighting;
import dev.primus.server.control.Answer;
import dev.primus.server.control.Request;
import dev.primus.server.talk.ExitCode;
import dev.primus.server.view.Member;
import dev.primus.server.view.MembersView;
import java.time.Instant;
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
            "With --node or --socket it asks the store by a node on this host, for the elections of that node.",
            "A silent member has not shown itself for longer than its lease; one that left has said so."
        },
        footer = {
            "  primus members",
            "  primus members coordinator",
            "  primus members --node core-1",
            "  primus members --json",
        })
final class MembersCommand implements Callable<Integer> {
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
        elections.forEach(node::seat);
        Answer.Members answer = node.ask(new Request.Members(), Answer.Members.class);
        List<Member> wanted = answer.members().stream()
                .filter(member -> elections.isEmpty() || elections.contains(new ElectionName(member.election())))
                .toList();
        MembersView view = new MembersView(new ClusterName(answer.cluster()), wanted, Instant.parse(answer.time()));
        ledger.output().show(view::lines, view::json);
        return ExitCode.DONE;
    }

    private void show(Ledger books) {
        List<Sighting> rows = new Elections(books, ledger.cluster()).find(elections);
        MembersView view = MembersView.read(
                books, ledger.cluster(), rows, ledger.console().clock().instant());
        ledger.output().show(view::lines, view::json);
    }
}
