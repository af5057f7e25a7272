package dev.primus.server.control;

import dev.primus.BallotOffice;
import dev.primus.core.ElectionName;
import dev.primus.core.ballot.score.Report;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Tells why an election was decided as it was, or who would win one now. */
final class Explaining {
    /** Candidates within reach answer in milliseconds; a caller waits ten seconds. */
    private static final Duration TO_STATE_FACTS = Duration.ofSeconds(8);

    private static final int MOST_NAMED = 10;

    private final Subject subject;

    Explaining(Subject subject) {
        this.subject = subject;
    }

    Answer explain(Request.Explain request) {
        ElectionName election = request.election();
        if (subject.elections().stream().noneMatch(one -> one.name().equals(election))) {
            return refused(
                    Rule.NOT_TAKING_PART,
                    "%s takes no part in '%s'".formatted(subject.id().name(), election));
        }
        Optional<BallotOffice> office = subject.office();
        if (office.isEmpty()) {
            return refused(
                    Rule.NO_BALLOT,
                    "there are no votes to explain: %s does not use the ballot engine. Why terms ended: primus history %s"
                            .formatted(subject.id().name(), election));
        }
        Answer answer =
                request.dryRun() ? dryRun(office.get(), election) : remembered(office.get(), election, request.term());
        return answer instanceof Answer.Explained explained ? explained.withWarning(warning()) : answer;
    }

    /** Nodes with different configurations elect nobody together, whatever their scores are. */
    private @Nullable String warning() {
        String why = subject.health().why();
        return why.isEmpty() ? null : why;
    }

    private Answer dryRun(BallotOffice office, ElectionName election) {
        try {
            return Explanation.of(subject.id(), whoWouldWin(office, election), true);
        } catch (TimeoutException e) {
            return new Answer.Mistake(
                    Answer.Mistake.Kind.INTERNAL,
                    "the candidates have not stated their facts within %d s".formatted(TO_STATE_FACTS.toSeconds()));
        } catch (ExecutionException e) {
            return new Answer.Mistake(Answer.Mistake.Kind.INTERNAL, String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Answer.Mistake(Answer.Mistake.Kind.INTERNAL, "the node was stopped meanwhile");
        }
    }

    static Report whoWouldWin(BallotOffice office, ElectionName election)
            throws TimeoutException, ExecutionException, InterruptedException {
        return office.dryRun(election.value()).get(TO_STATE_FACTS.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** What this life has seen, and only if it is not there what was written down, which takes longer to read. */
    private Answer remembered(BallotOffice office, ElectionName election, @Nullable Long term) {
        List<Answer.Explained> seen = office.reports(election.value()).stream()
                .map(report -> Explanation.of(subject.id(), report, false))
                .toList();
        return find(seen, term)
                .or(() -> find(subject.past().of(election), term))
                .orElseGet(() -> refused(
                        Rule.NOT_REMEMBERED,
                        notRemembered(Stream.concat(seen.stream(), subject.past().of(election).stream()), term)));
    }

    private static Optional<Answer> find(List<Answer.Explained> known, @Nullable Long term) {
        return known.stream()
                .filter(one -> term == null || term.toString().equals(one.term()))
                .<Answer>map(one -> one)
                .findFirst();
    }

    private String notRemembered(Stream<Answer.Explained> known, @Nullable Long term) {
        List<String> terms = known.map(Answer.Explained::term)
                .filter(Objects::nonNull)
                .distinct()
                .toList();
        String more = terms.size() > MOST_NAMED ? " and %d more".formatted(terms.size() - MOST_NAMED) : "";
        String warning = warning();
        return "%s knows of no election%s%s%s"
                .formatted(
                        subject.id().name(),
                        term == null ? "" : " of term " + term,
                        terms.isEmpty()
                                ? ""
                                : "; what it remembers: term "
                                        + terms.stream().limit(MOST_NAMED).collect(Collectors.joining(", "))
                                        + more,
                        warning == null ? "" : "; " + warning);
    }

    private Answer refused(Rule rule, String message) {
        return new Answer.Refusal(subject.id().toString(), rule, message);
    }
}
