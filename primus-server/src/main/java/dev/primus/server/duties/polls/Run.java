package dev.primus.server.duties.polls;

import dev.primus.core.NodeId;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * What is known about one due time.
 *
 * @param token of the term that wrote this
 * @param node who does the check; null if nobody was asked to
 * @param started when it was ordered, by the coordinator's clock; 0 if it was not
 * @param ended 0 as long as it is not
 * @param outcome what the check found, or why there was none; empty as long as it is not known
 */
public record Run(
        RunKey key, RunState state, long token, @Nullable NodeId node, long started, long ended, String outcome) {
    /** Longer words are cut. */
    public static final int LONGEST_OUTCOME = 200;

    /** An end is never undone; of two words of the same weight the later term's counts. */
    private static final Comparator<Run> WEIGHT = Comparator.<Run, Boolean>comparing(run -> run.state.isEnded())
            .thenComparingLong(Run::token)
            .thenComparing(run -> run.state, Comparator.reverseOrder());

    public Run {
        outcome = outcome.length() > LONGEST_OUTCOME ? outcome.substring(0, LONGEST_OUTCOME) : outcome;
    }

    static Run running(RunKey key, long token, NodeId node, long now) {
        return new Run(key, RunState.RUNNING, token, node, now, 0, "");
    }

    static Run missed(RunKey key, long token, long now, String why) {
        return new Run(key, RunState.MISSED, token, null, 0, now, why);
    }

    Run end(RunState end, long by, long now, String words) {
        return new Run(key, end, by, node, started, now, words);
    }

    Run under(long later) {
        return new Run(key, state, later, node, started, ended, outcome);
    }

    /** Which of two words about the same due time counts; the same on all nodes, whatever the order they come in. */
    Run or(Run other) {
        return WEIGHT.compare(this, other) >= 0 ? this : other;
    }
}
