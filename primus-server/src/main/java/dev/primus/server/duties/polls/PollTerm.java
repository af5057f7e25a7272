package dev.primus.server.duties.polls;

import dev.primus.core.NodeId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * One term of a coordinator whose records are in the memory of the members. Collects what they know before it begins
 * anything; numbers its changes and takes them for kept when enough members have all up to that number. Members that have
 * answered a later term keep nothing for an earlier one, so of two coordinators at most one gets anything on record, if
 * {@code needed} is a majority of those who may coordinate. For one thread.
 *
 * <p>A duty that is restarted within a term goes on where it ended: with the same records, and with higher numbers, so that
 * a late answer to it is not counted as one to its successor. Only one process has the token of a term, so the process itself
 * knows both, and no clock decides.
 */
final class PollTerm implements Course {
    private static final long ASK_AGAIN = 500;

    private final long token;
    private final int needed;
    private final long patience;
    private final Orchestrator orchestrator;
    private final Collection<Run> before;
    private final Map<NodeId, Member> members = new TreeMap<>();
    /** The changes of this term that no later one has replaced. */
    private final NavigableMap<Long, Run> log = new TreeMap<>();

    private final Map<RunKey, Long> lastChange = new TreeMap<>();
    /** Up to which change the members must be, for the orchestrator's numbers. */
    private final NavigableMap<Long, Long> waiting = new TreeMap<>();

    private final long base;
    private long changes;
    private boolean begun;
    private long collectUntil;

    /** What is known of one that is, or was, in view. */
    private static final class Member {
        private final Set<Integer> parts = new HashSet<>();
        private final List<Run> runs = new ArrayList<>();
        private PollMessage.Role role = new PollMessage.Role(false, false);
        private boolean inView = true;
        private boolean answered;
        private long kept;
        private long askAt;
    }

    /**
     * @param former the last one of this process; null if there was none
     * @param needed how many of those who may coordinate must have a record, this node included; 1 if that is no concern
     * @param patience how long the answers of all are waited for once those needed are there, in milliseconds
     */
    PollTerm(
            long token,
            NodeId self,
            Collection<Schedule> schedules,
            @Nullable PollTerm former,
            int needed,
            long patience,
            long grace) {
        this.token = token;
        this.needed = needed;
        this.patience = patience;
        this.orchestrator = new Orchestrator(token, self, schedules, grace);
        if (former != null && former.token == token) {
            this.base = former.changes;
            this.before = List.copyOf(former.log.values());
        } else {
            this.base = 0;
            this.before = List.of();
        }
        this.changes = base;
    }

    @Override
    public List<Deed> viewed(Collection<NodeId> view, long now) {
        if (collectUntil == 0) {
            collectUntil = now + patience;
        }
        members.forEach((node, member) -> member.inView = view.contains(node));
        view.forEach(node -> members.computeIfAbsent(node, unknown -> new Member()));
        shareView();
        return tick(now);
    }

    private void shareView() {
        Set<NodeId> reached = new TreeSet<>();
        List<NodeId> pollers = new ArrayList<>();
        members.forEach((node, member) -> {
            if (member.inView) {
                reached.add(node);
                if (member.role.poller()) {
                    pollers.add(node);
                }
            }
        });
        orchestrator.seen(reached, pollers);
    }

    @Override
    public List<Deed> heard(NodeId from, PollMessage message, long now) {
        List<Deed> deeds = new ArrayList<>();
        message.to(new PollMessage.Reader() {
            @Override
            public void known(PollMessage.Known known) {
                if (known.token() == token && !begun) {
                    collect(from, known);
                }
            }

            @Override
            public void kept(PollMessage.Kept kept) {
                Member member = members.get(from);
                if (kept.token() == token && member != null) {
                    countIn(member, kept, now, deeds);
                }
            }

            @Override
            public void result(PollMessage.Result result) {
                if (begun) {
                    carryOut(orchestrator.answered(from, result, now), now, deeds);
                }
            }

            @Override
            public void ask(PollMessage.Ask ask) {}

            @Override
            public void keep(PollMessage.Keep keep) {}

            @Override
            public void order(PollMessage.Order order) {}

            @Override
            public void settled(PollMessage.Settled settled) {}
        });
        deeds.addAll(tick(now));
        return deeds;
    }

    private void collect(NodeId from, PollMessage.Known known) {
        Member member = members.get(from);
        if (member != null && !member.answered && member.parts.add(known.part())) {
            member.role = known.role();
            member.runs.addAll(known.runs());
            member.answered = member.parts.size() >= known.parts();
        }
    }

    private void countIn(Member member, PollMessage.Kept kept, long now, List<Deed> deeds) {
        member.role = kept.role();
        shareView();
        if (kept.upTo() > Math.max(member.kept, base)) {
            member.kept = Math.min(kept.upTo(), changes);
            member.askAt = 0;
        }
        long everywhere = keptByEnough();
        while (!waiting.isEmpty() && waiting.firstEntry().getValue() <= everywhere) {
            carryOut(orchestrator.kept(waiting.pollFirstEntry().getKey(), now), now, deeds);
        }
    }

    /** Up to which change enough of those who count have everything. */
    private long keptByEnough() {
        List<Long> reached = members.values().stream()
                .filter(member -> member.role.voter())
                .map(member -> member.kept)
                .sorted((one, other) -> Long.compare(other, one))
                .toList();
        return reached.size() < needed ? 0 : reached.get(needed - 1);
    }

    /** Members say themselves what they have kept. */
    @Override
    public List<Deed> kept(long number, long now) {
        return List.of();
    }

    @Override
    public List<Deed> tick(long now) {
        List<Deed> deeds = new ArrayList<>();
        if (!begun) {
            askAround(now, deeds);
            if (isCollected(now)) {
                begin(now, deeds);
            }
        }
        if (begun) {
            carryOut(orchestrator.tick(now), now, deeds);
            spread(now, deeds);
        }
        return deeds;
    }

    private void askAround(long now, List<Deed> deeds) {
        members.forEach((node, member) -> {
            if (member.inView && !member.answered && now >= member.askAt) {
                member.askAt = now + ASK_AGAIN;
                deeds.add(new Deed.Tell(node, new PollMessage.Ask(token)));
            }
        });
    }

    private boolean isCollected(long now) {
        long voters = members.values().stream()
                .filter(member -> member.answered && member.role.voter())
                .count();
        boolean all = members.values().stream().allMatch(member -> member.answered || !member.inView);
        return voters >= needed && (all || now >= collectUntil);
    }

    private void begin(long now, List<Deed> deeds) {
        begun = true;
        shareView();
        RunBook all = new RunBook();
        all.putAll(before);
        for (Member member : members.values()) {
            all.putAll(member.runs);
            member.runs.clear();
            member.askAt = 0;
        }
        all.all().forEach(this::append);
        carryOut(orchestrator.begin(all.all(), now), now, deeds);
    }

    /** What is to be kept goes to the members; all else is passed on. */
    private void carryOut(List<Deed> decided, long now, List<Deed> deeds) {
        for (Deed deed : decided) {
            if (deed instanceof Deed.Keep keep) {
                keep.fresh().forEach(this::append);
                keep.changed().forEach(this::append);
                waiting.put(keep.number(), changes);
                members.values().forEach(member -> member.askAt = Math.min(member.askAt, now));
            } else {
                deeds.add(deed);
            }
        }
    }

    private void append(Run run) {
        changes++;
        Long replaced = lastChange.put(run.key(), changes);
        if (replaced != null) {
            log.remove(replaced);
        }
        log.put(changes, run);
        while (log.size() > RunBook.KEPT * 2L * Math.max(1, orchestrator.schedules())) {
            lastChange.remove(log.pollFirstEntry().getValue().key());
        }
    }

    private void spread(long now, List<Deed> deeds) {
        members.forEach((node, member) -> {
            boolean lacks = lacks(member) || !member.answered;
            if (member.inView && lacks && now >= member.askAt) {
                member.askAt = now + ASK_AGAIN;
                member.answered = true;
                deeds.add(new Deed.Tell(node, next(member.kept)));
            }
        });
    }

    private boolean lacks(Member member) {
        return changes > base && member.kept < changes;
    }

    private PollMessage.Keep next(long after) {
        List<Run> some = new ArrayList<>();
        long upTo = changes;
        for (Map.Entry<Long, Run> change : log.tailMap(after, false).entrySet()) {
            if (some.size() == PollMember.MOST_RUNS) {
                break;
            }
            some.add(change.getValue());
            upTo = change.getKey();
        }
        return new PollMessage.Keep(token, after, upTo, some);
    }

    @Override
    public long wakeAt(long now) {
        long wake = begun ? orchestrator.wakeAt(now) : collectUntil > now ? collectUntil : Long.MAX_VALUE;
        for (Member member : members.values()) {
            if (member.inView && (!member.answered || begun && lacks(member))) {
                wake = Math.min(wake, member.askAt);
            }
        }
        return wake;
    }

    /** Whether it has collected what the members know. */
    boolean isBegun() {
        return begun;
    }

    /** Whether everybody in view has everything. */
    boolean isSpread() {
        return begun && members.values().stream().noneMatch(member -> member.inView && lacks(member));
    }

    @Override
    public Orchestrator orchestrator() {
        return orchestrator;
    }
}
