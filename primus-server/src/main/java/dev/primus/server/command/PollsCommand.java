package dev.primus.server.command;

import dev.primus.core.ClusterName;
import dev.primus.server.control.Answer;
import dev.primus.server.control.Request;
import dev.primus.server.control.Wire;
import dev.primus.server.talk.Complaint;
import dev.primus.server.talk.ExitCode;
import dev.primus.server.view.Table;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code primus polls}: what has become of the checks. */
@Command(
        name = "polls",
        description = {
            "Shows the runs of the cluster's polls: pending, running, done, failed or missed.",
            "Asks a node on this host; any will do."
        },
        footer = {
            "  primus polls",
            "  primus polls web --last 20",
            "  primus polls --node core-1 --json",
        })
final class PollsCommand implements Callable<Integer> {
    @Parameters(paramLabel = "SCHEDULE", arity = "0..*", description = "Which schedules (default: all).")
    private List<String> schedules = new ArrayList<>();

    @Option(names = "--last", paramLabel = "N", description = "How many runs of each schedule (default: 5).")
    private int last = 5;

    @Option(names = "--cluster", paramLabel = "NAME", description = "Which cluster (default: default).")
    private @Nullable ClusterName cluster;

    @Mixin
    @SuppressWarnings("NullAway.Init")
    private DoorOptions door;

    @Mixin
    @SuppressWarnings("NullAway.Init")
    private OutputOptions output;

    @Override
    public Integer call() {
        if (last < 1) {
            throw Complaint.usage("--last = '%d': allowed is 1 and above.".formatted(last));
        }
        Answer.Polls heard = door.only(StoreOptions.orDefault(cluster)).ask(new Request.Polls(), Answer.Polls.class);
        Answer.Polls shown = new Answer.Polls(heard.node(), heard.cluster(), heard.time(), wanted(heard.polls()));
        output.show(() -> lines(shown.polls()), () -> Wire.json(shown));
        return ExitCode.DONE;
    }

    private List<Answer.Poll> wanted(List<Answer.Poll> all) {
        Map<String, Deque<Answer.Poll>> found = new LinkedHashMap<>();
        for (Answer.Poll poll : all) {
            Deque<Answer.Poll> runs = found.computeIfAbsent(poll.schedule(), name -> new ArrayDeque<>());
            runs.addLast(poll);
            if (runs.size() > last) {
                runs.removeFirst();
            }
        }
        for (String schedule : schedules) {
            if (!found.containsKey(schedule)) {
                throw Complaint.failed("there is no poll '%s': known are %s."
                        .formatted(schedule, found.isEmpty() ? "none" : String.join(", ", found.keySet())));
            }
        }
        if (!schedules.isEmpty()) {
            found.keySet().retainAll(schedules);
        }
        return found.values().stream().flatMap(Deque::stream).toList();
    }

    private static List<String> lines(List<Answer.Poll> polls) {
        Table table = new Table("POLL", "DUE", "STATE", "NODE", ">TERM", "OUTCOME");
        for (Answer.Poll poll : polls) {
            table.row(
                    poll.schedule(),
                    poll.due(),
                    poll.state(),
                    poll.node() == null ? "–" : poll.node(),
                    poll.term() == null ? "–" : poll.term(),
                    poll.outcome().isEmpty() ? "–" : poll.outcome());
        }
        return table.lines();
    }
}
