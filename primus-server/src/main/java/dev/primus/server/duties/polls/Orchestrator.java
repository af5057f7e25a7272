package dev.primus.server.duties.polls;

import dev.primus.core.NodeId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One term of a coordinator: which run is begun when and where, and what becomes of it.
 *
 * <pre>
 *            due                 on record, ordered        result
 *  (nothing) ───► pending ─────────────► running ─────────► done | failed
 *      │             └─ not in time ─► missed   └─ no result in time ─► failed
 *      └─ passed while nobody coordinated ─► missed
 * </pre>
 *
 * <p>A run is ordered only after it is on record with the node that is to do it, and never from another node, nor by a
 * later term: so it is done once at most. For one thread; the time comes with every call, in milliseconds since 1970.
 */
final class Orchestrator {
    /** How many due times that nobody served are put on record one by one. */
    static final int MOST_MISSED = 100;

    private static final long ORDER_AGAIN = 1_000;
    /** For a run of a schedule that is no longer set. */
    private static final long TIMEOUT_OF_STRANGERS = 60_000;

    private final long token;
    private final NodeId self;
    private final long grace;
    private final Map<String, Schedule> schedules;
    private final RunBook book = new RunBook();
    private final Map<RunKey, Active> active = new TreeMap<>();
    private final Map<String, Long> last = new HashMap<>();
    private Set<NodeId> members;
    private List<NodeId> pollers = List.of();
    private int turn;
    private long number;
    private Map<RunKey, Run> fresh = new LinkedHashMap<>();
    private Map<RunKey, Run> changed = new LinkedHashMap<>();
    private List<Deed> deeds = new ArrayList<>();

    /** A run that has not ended, or whose end is not on record yet. */
    private static final class Active {
        private Run run;
        private final long deadline;
        private final boolean inherited;
        /** Of what has not been put on record yet; 0 if all is. */
        private long awaited;

        private long orderAt;
        private @Nullable NodeId teller;

        Active(Run run, long deadline, boolean inherited) {
            this.run = run;
            this.deadline = deadline;
            this.inherited = inherited;
        }
    }

    /** @param grace how long beyond its timeout a result is waited for, in milliseconds */
    Orchestrator(long token, NodeId self, Collection<Schedule> schedules, long grace) {
        this.token = token;
        this.self = self;
        this.grace = grace;
        this.schedules = schedules.stream()
                .collect(Collectors.toMap(Schedule::name, Function.identity(), (one, other) -> one, TreeMap::new));
        this.members = Set.of(self);
    }

    /** Takes over what earlier terms have left. */
    List<Deed> begin(Collection<Run> known, long now) {
        book.putAll(known);
        for (Run run : book.all()) {
            if (!run.state().isEnded()) {
                adopt(run, now);
            }
        }
        for (Schedule schedule : schedules.values()) {
            long due = schedule.dueBy(now);
            long before = now - due <= schedule.tolerance() ? due - 1 : due;
            last.put(schedule.name(), book.last(schedule.name()).orElse(before));
        }
        return tick(now);
    }

    private void adopt(Run left, long now) {
        Schedule schedule = schedules.get(left.key().schedule());
        long timeout =
                schedule == null ? TIMEOUT_OF_STRANGERS : schedule.timeout().toMillis();
        long deadline = Math.min(Math.max(left.started() + timeout, now), now + timeout) + grace;
        Active one = new Active(left.under(token), deadline, true);
        active.put(left.key(), one);
        put(one.run);
    }

    /** Who can be reached, and who of them is there to do checks. If nobody is, this node does them. */
    void seen(Set<NodeId> reached, Collection<NodeId> checkers) {
        members = Set.copyOf(reached);
        pollers = checkers.stream().filter(members::contains).sorted().toList();
    }

    List<Deed> tick(long now) {
        List.copyOf(active.values()).forEach(one -> lookAfter(one, now));
        schedules.values().forEach(schedule -> catchUp(schedule, now));
        return flush();
    }

    private void lookAfter(Active one, long now) {
        if (one.run.state().isEnded()) {
            return;
        }
        boolean ordered = one.awaited == 0;
        if (now >= one.deadline) {
            end(one, giveUp(one, ordered || one.inherited, now));
        } else if (ordered && now >= one.orderAt) {
            order(one, now);
        }
    }

    private Run giveUp(Active one, boolean mayHaveRun, long now) {
        if (!mayHaveRun) {
            return Run.missed(one.run.key(), token, now, "too few members could put it on record in time");
        }
        String here = members.contains(one.run.node()) ? "" : ", which is not in view";
        return one.run.end(RunState.FAILED, token, now, "no result in time from %s%s".formatted(one.run.node(), here));
    }

    private void catchUp(Schedule schedule, long now) {
        long interval = schedule.interval().toMillis();
        long next = schedule.dueAfter(last.getOrDefault(schedule.name(), schedule.dueBy(now)));
        long newest = schedule.dueBy(now);
        long first = Math.max(next, newest - (MOST_MISSED - 1) * interval);
        long unlisted = (first - next) / interval;
        for (long due = first; due <= newest; due += interval) {
            RunKey key = new RunKey(schedule.name(), due);
            if (book.find(key).isPresent()) {
                continue;
            }
            if (now - due > schedule.tolerance()) {
                String more =
                        due == first && unlisted > 0 ? "; %d earlier ones are not listed".formatted(unlisted) : "";
                put(Run.missed(key, token, now, "nobody coordinated when it was due" + more));
            } else {
                start(schedule, key, now);
            }
        }
        last.merge(schedule.name(), newest, Math::max);
    }

    private void start(Schedule schedule, RunKey key, long now) {
        Run run = Run.running(key, token, nextNode(), now);
        active.put(key, new Active(run, now + schedule.timeout().toMillis() + grace, false));
        put(run);
    }

    private NodeId nextNode() {
        return pollers.isEmpty() ? self : pollers.get(Math.floorMod(turn++, pollers.size()));
    }

    private void order(Active one, long now) {
        NodeId node = one.run.node();
        Schedule schedule = schedules.get(one.run.key().schedule());
        one.orderAt = now + ORDER_AGAIN;
        if (node != null && schedule != null && members.contains(node)) {
            deeds.add(new Deed.Tell(
                    node,
                    new PollMessage.Order(
                            token,
                            one.run.key(),
                            schedule.check().toString(),
                            schedule.timeout().toMillis())));
        }
    }

    /** A node tells what its check has found. */
    List<Deed> answered(NodeId from, PollMessage.Result result, long now) {
        Active one = active.get(result.key());
        if (one == null) {
            settleUnasked(from, result, now);
        } else if (!one.run.state().isEnded()) {
            one.teller = from;
            end(one, one.run.end(stateOf(result), token, now, result.outcome()));
        } else {
            one.teller = from;
        }
        return flush();
    }

    /** Known already, or ordered by somebody whose records did not get here: what was done is not lost. */
    private void settleUnasked(NodeId from, PollMessage.Result result, long now) {
        if (book.find(result.key()).isPresent()) {
            deeds.add(new Deed.Tell(from, new PollMessage.Settled(token, result.key())));
            return;
        }
        Active one = new Active(Run.running(result.key(), token, from, now), now, true);
        one.teller = from;
        active.put(result.key(), one);
        end(one, one.run.end(stateOf(result), token, now, result.outcome()));
    }

    private static RunState stateOf(PollMessage.Result result) {
        return result.good() ? RunState.DONE : RunState.FAILED;
    }

    private void end(Active one, Run ended) {
        one.run = ended;
        put(ended);
    }

    private void put(Run run) {
        boolean isFresh = fresh.containsKey(run.key()) || book.find(run.key()).isEmpty();
        (isFresh ? fresh : changed).put(run.key(), run);
        book.put(run);
    }

    /** What was to be kept under that number is on record. */
    List<Deed> kept(long what, long now) {
        for (Active one : List.copyOf(active.values())) {
            if (one.awaited != what) {
                continue;
            }
            one.awaited = 0;
            if (!one.run.state().isEnded()) {
                order(one, now);
            } else {
                active.remove(one.run.key());
                if (one.teller != null) {
                    deeds.add(new Deed.Tell(one.teller, new PollMessage.Settled(token, one.run.key())));
                }
            }
        }
        return flush();
    }

    private List<Deed> flush() {
        if (!fresh.isEmpty() || !changed.isEmpty()) {
            number++;
            for (Active one : active.values()) {
                if (fresh.containsKey(one.run.key()) || changed.containsKey(one.run.key())) {
                    one.awaited = number;
                }
            }
            deeds.add(new Deed.Keep(number, List.copyOf(fresh.values()), List.copyOf(changed.values())));
            fresh = new LinkedHashMap<>();
            changed = new LinkedHashMap<>();
        }
        List<Deed> done = deeds;
        deeds = new ArrayList<>();
        return done;
    }

    /** When {@link #tick} has something to do. */
    long wakeAt(long now) {
        long wake = Long.MAX_VALUE;
        for (Schedule schedule : schedules.values()) {
            wake = Math.min(wake, schedule.dueAfter(last.getOrDefault(schedule.name(), now)));
        }
        for (Active one : active.values()) {
            if (!one.run.state().isEnded()) {
                wake = Math.min(wake, one.awaited == 0 ? Math.min(one.deadline, one.orderAt) : one.deadline);
            }
        }
        return wake;
    }

    RunBook book() {
        return book;
    }

    int schedules() {
        return schedules.size();
    }

    /** Runs that were ordered from that node and have not ended. */
    long unfinishedOf(NodeId node) {
        return active.values().stream()
                .filter(one -> node.equals(one.run.node()) && !one.run.state().isEnded())
                .count();
    }

    /** Whether all that was decided is on record. */
    boolean isSettled() {
        return active.values().stream().allMatch(one -> one.awaited == 0);
    }
}
