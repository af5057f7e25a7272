package dev.primus.server.control;

import dev.primus.core.NodeId;
import dev.primus.core.NodeName;
import dev.primus.core.Term;
import dev.primus.core.ballot.score.Capability;
import dev.primus.core.ballot.score.Facts;
import dev.primus.core.ballot.score.Report;
import dev.primus.core.ballot.score.Score;
import dev.primus.core.ballot.score.Share;
import java.math.BigDecimal;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.TreeMap;

/** An election as a member has seen it, in words that travel. */
public final class Explanation {
    private static final int MILLIONTHS = 6;

    private Explanation() {}

    /** @param dryRun whether nobody has voted */
    public static Answer.Explained of(NodeId node, Report report, boolean dryRun) {
        Term winner = report.winner();
        return new Answer.Explained(
                node.toString(),
                report.election().value(),
                dryRun,
                report.trigger().word(),
                report.at().truncatedTo(ChronoUnit.MILLIS).toString(),
                report.took().toMillis(),
                winner == null ? null : winner.leader().toString(),
                winner == null ? null : winner.token().toString(),
                report.candidates().stream().map(Explanation::candidate).toList(),
                votes(report.votes()),
                vetoes(report.vetoes()),
                null);
    }

    private static Answer.Candidate candidate(Report.Entry entry) {
        return new Answer.Candidate(
                entry.node().toString(), entry.viable(), scores(entry.score()), stated(entry.facts()));
    }

    private static Answer.Scores scores(Score score) {
        return new Answer.Scores(
                decimal(score.total()),
                decimal(score.uptime()),
                decimal(score.capability()),
                decimal(score.resources()),
                decimal(score.network()),
                decimal(score.experience()),
                decimal(score.reputation()));
    }

    private static Answer.Stated stated(Facts facts) {
        return new Answer.Stated(
                facts.uptimeMillis(),
                facts.capabilities().stream().map(Capability::name).toList(),
                decimal(facts.freeCpu()),
                decimal(facts.freeMemory()),
                decimal(facts.freeDisk()),
                decimal(facts.networkQuality()),
                facts.experienceMillis(),
                facts.failedTerms());
    }

    /** Exact: a double would tell two candidates apart that are equal, or make them equal. */
    private static BigDecimal decimal(Share share) {
        return BigDecimal.valueOf(share.millionths(), MILLIONTHS);
    }

    private static Map<String, String> votes(Map<NodeName, Term> cast) {
        Map<String, String> votes = new TreeMap<>();
        cast.forEach((voter, term) -> votes.put(voter.value(), term.leader().toString()));
        return votes;
    }

    private static Map<String, String> vetoes(Map<NodeName, String> raised) {
        Map<String, String> vetoes = new TreeMap<>();
        raised.forEach((voter, why) -> vetoes.put(voter.value(), why));
        return vetoes;
    }
}
