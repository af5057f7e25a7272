package dev.primus.server.command;

import dev.primus.core.NodeName;
import dev.primus.server.control.Answer;
import dev.primus.server.control.Request;
import dev.primus.server.control.Wire;
import dev.primus.server.talk.Complaint;
import dev.primus.server.talk.ExitCode;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code primus voters}: who votes, and how that is changed. */
@Command(
        name = "voters",
        description = {
            "Shows who votes in an election, and adds or removes a voter while the cluster runs.",
            "Only for nodes with the ballot engine that were started with --voters. Any node can be asked: the leader makes"
                    + " the change, one voter at a time."
        },
        footer = {
            "  primus voters coordinator",
            "  primus voters coordinator --add core-4 --dry-run",
            "  primus voters coordinator --add core-4 --reason \"replaces core-3\"",
            "  primus voters coordinator --remove core-3 --yes",
        })
final class VotersCommand implements Callable<Integer> {
    @Mixin
    @SuppressWarnings("NullAway.Init")
    private ControlOptions options;

    @Option(
            names = "--add",
            paramLabel = "NODE",
            description = "This node is to vote from now on; it must be running and within reach.")
    private @Nullable NodeName joining;

    @Option(
            names = "--remove",
            paramLabel = "NODE",
            description = "This node is to vote no more, whether it runs or not.")
    private @Nullable NodeName leaving;

    @Mixin
    @SuppressWarnings("NullAway.Init")
    private ActOptions act;

    @Override
    public Integer call() {
        NodeName added = joining;
        NodeName removed = leaving;
        if (added != null && removed != null) {
            throw Complaint.usage("--add and --remove are two changes, and voters change one at a time: allowed is one"
                    + " of them, and then the other.");
        }
        if (added != null) {
            return act.perform(options, intent -> new Request.AddVoter(options.election(), added, intent));
        }
        if (removed != null) {
            return act.perform(options, intent -> new Request.RemoveVoter(options.election(), removed, intent));
        }
        if (act.isSaid()) {
            throw Complaint.usage("nothing is to be changed: --dry-run, --yes and --reason are allowed with --add or"
                    + " --remove only.");
        }
        Answer.Voters told = options.actingNode().ask(new Request.Voters(options.election()), Answer.Voters.class);
        options.output().show(new VotersView(told)::lines, () -> Wire.json(told));
        return ExitCode.DONE;
    }
}
