package dev.primus.core.ballot;

import dev.primus.core.ElectionName;
import dev.primus.core.MonoTime;
import dev.primus.core.NodeId;
import dev.primus.core.Term;
import dev.primus.core.Trigger;
import dev.primus.core.ballot.BallotMessage.Stated;
import dev.primus.core.ballot.BallotMessage.Survey;
import dev.primus.core.ballot.score.Facts;
import dev.primus.core.ballot.score.Report;
import dev.primus.core.ballot.score.Score;
import dev.primus.core.ballot.score.Standing;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Who would win now: everybody within reach is asked what it would state of itself, and nobody votes. */
final class Surveys {
    private final Chamber chamber;
    private final Map<String, Asked> asked = new HashMap<>();
    private long number;

    /** One that is not answered by all yet. */
    private record Asked(
            ElectionName election, MonoTime at, MonoTime deadline, Consumer<Report> reply, Map<NodeId, Stated> heard) {}

    Surveys(Chamber chamber) {
        this.chamber = chamber;
    }

    void survey(ElectionName election, MonoTime deadline, Consumer<Report> reply, MonoTime now) {
        String nonce = chamber.self().incarnation() + "-" + ++number;
        asked.put(nonce, new Asked(election, now, deadline, reply, new TreeMap<>()));
        chamber.post().send(chamber.assembly().all(), new Survey(election, nonce), now);
    }

    void surveyed(NodeId from, Survey message, MonoTime now) {
        ElectionName election = message.election();
        Facts facts = chamber.facts();
        boolean stands = chamber.wards().isCandidate(election) && facts.mayStand();
        chamber.post().send(from, new Stated(election, message.nonce(), stands, facts), now);
    }

    void stated(NodeId from, Stated message, MonoTime now) {
        Asked survey = asked.get(message.nonce());
        if (survey == null) {
            return;
        }
        survey.heard().put(from, message);
        if (survey.heard().keySet().containsAll(chamber.assembly().all())) {
            answer(message.nonce(), survey, now);
        }
    }

    private void answer(String nonce, Asked survey, MonoTime now) {
        asked.remove(nonce);
        List<Report.Entry> entries = survey.heard().entrySet().stream()
                .filter(each -> each.getValue().stands())
                .map(each ->
                        entry(survey.election(), each.getKey(), each.getValue().facts()))
                .sorted(Comparator.comparing(each -> new Standing(each.node().name(), each.score())))
                .toList();
        survey.reply()
                .accept(new Report(
                        survey.election(),
                        Trigger.MANUAL,
                        Instant.ofEpochMilli(chamber.hands().wallMillis()),
                        Duration.ofNanos(now.nanosSince(survey.at())),
                        first(survey.election(), entries),
                        entries,
                        Map.of(),
                        Map.of()));
    }

    private Report.Entry entry(ElectionName election, NodeId node, Facts stated) {
        Facts facts = chamber.judged(election, node.name(), stated);
        Score score = chamber.scoring().of(facts);
        return new Report.Entry(node, true, facts, score);
    }

    private @Nullable Term first(ElectionName election, List<Report.Entry> entries) {
        long next = chamber.wards().of(election).highest() + 1;
        return entries.isEmpty() ? null : Term.of(entries.get(0).node(), next);
    }

    MonoTime wakeAt() {
        MonoTime next = MonoTime.NEVER;
        for (Asked survey : asked.values()) {
            next = MonoTime.earlier(next, survey.deadline());
        }
        return next;
    }

    void woken(MonoTime now) {
        for (Map.Entry<String, Asked> each : List.copyOf(asked.entrySet())) {
            if (!now.isBefore(each.getValue().deadline())) {
                answer(each.getKey(), each.getValue(), now);
            }
        }
    }
}
