package dev.primus.server.duties.polls;

import dev.primus.core.NodeId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One term of a coordinator whose records are in a store, which refuses those of a former one. Of the members it only
 * wants to know who is a poller. For one thread.
 */
final class StoreTerm implements Course {
    private static final long ASK_AGAIN = 1_000;

    private final long token;
    private final Orchestrator orchestrator;
    private final Collection<Run> known;
    private final Map<NodeId, PollMessage.Role> roles = new HashMap<>();
    private Set<NodeId> members = Set.of();
    private long askAt;
    private boolean begun;

    /** @param known what the store has, read after it was closed to former terms */
    StoreTerm(long token, NodeId self, Collection<Schedule> schedules, Collection<Run> known, long grace) {
        this.token = token;
        this.known = List.copyOf(known);
        this.orchestrator = new Orchestrator(token, self, schedules, grace);
    }

    @Override
    public List<Deed> viewed(Collection<NodeId> view, long now) {
        members = Set.copyOf(view);
        roles.keySet().retainAll(members);
        askAt = now;
        shareView();
        return tick(now);
    }

    private void shareView() {
        orchestrator.seen(
                members,
                roles.entrySet().stream()
                        .filter(entry -> entry.getValue().poller())
                        .map(Map.Entry::getKey)
                        .toList());
    }

    @Override
    public List<Deed> heard(NodeId from, PollMessage message, long now) {
        if (message instanceof PollMessage.Known answer && answer.token() == token && members.contains(from)) {
            roles.put(from, answer.role());
            shareView();
        }
        return message instanceof PollMessage.Result result && begun
                ? orchestrator.answered(from, result, now)
                : List.of();
    }

    @Override
    public List<Deed> kept(long number, long now) {
        return orchestrator.kept(number, now);
    }

    @Override
    public List<Deed> tick(long now) {
        List<Deed> deeds = new ArrayList<>();
        if (isCurious() && now >= askAt) {
            askAt = now + ASK_AGAIN;
            members.stream()
                    .filter(node -> !roles.containsKey(node))
                    .forEach(node -> deeds.add(new Deed.Tell(node, new PollMessage.Ask(token))));
        }
        deeds.addAll(begun ? orchestrator.tick(now) : orchestrator.begin(known, now));
        begun = true;
        return deeds;
    }

    private boolean isCurious() {
        return !roles.keySet().containsAll(members);
    }

    @Override
    public long wakeAt(long now) {
        return isCurious() ? Math.min(askAt, orchestrator.wakeAt(now)) : orchestrator.wakeAt(now);
    }

    @Override
    public Orchestrator orchestrator() {
        return orchestrator;
    }
}
