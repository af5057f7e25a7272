package dev.primus.server.command;

import dev.primus.core.NodeId;
import dev.primus.server.control.Answer;
import dev.primus.server.view.Table;
import java.util.ArrayList;
import java.util.List;

/** Who votes, for people. */
record VotersView(Answer.Voters told) {

    List<String> lines() {
        List<String> lines = new ArrayList<>();
        long reached = told.voters().stream().filter(Answer.Voter::withinReach).count();
        lines.add("%s: %d of %d voters are needed, %d %s within reach of %s."
                .formatted(
                        told.election(),
                        told.needed(),
                        told.voters().size(),
                        reached,
                        reached == 1 ? "is" : "are",
                        NodeId.parse(told.node()).name()));
        Table table = new Table("VOTER", "WITHIN REACH");
        told.voters().forEach(voter -> table.row(voter.node(), voter.withinReach() ? "yes" : "no"));
        lines.addAll(table.lines());
        Answer.VoterChange change = told.change();
        if (change != null) {
            lines.add("! A change is under way: %s.".formatted(words(change)));
            lines.add("  Until enough have kept it, %d of those who will vote are needed as well."
                    .formatted(change.needed()));
        }
        return lines;
    }

    /** A leader that says again what is so already changes nobody. */
    private static String words(Answer.VoterChange change) {
        List<String> words = new ArrayList<>();
        change.joins().forEach(node -> words.add(node + " is to vote"));
        change.leaves().forEach(node -> words.add(node + " is to vote no more"));
        return words.isEmpty() ? "the leader says again who votes" : String.join(", ", words);
    }
}
