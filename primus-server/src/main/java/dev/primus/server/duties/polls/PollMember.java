package dev.primus.server.duties.polls;

import dev.primus.core.NodeId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What every node does about polls, whoever coordinates: keeps the records of the coordinator, and does the checks that
 * are ordered from it. Obeys nobody whose token is below the highest it has seen, does no check twice, and repeats a
 * result to the present coordinator until it is settled. For one thread.
 */
final class PollMember {
    static final long REPEAT = 1_000;
    /** So many runs go into one message. */
    static final int MOST_RUNS = 500;

    private static final int MOST_ERRANDS = 500;

    private final NodeId self;
    private final PollMessage.Role role;
    private final RunBook book = new RunBook();
    private final Map<String, NavigableMap<Long, Errand>> errands = new HashMap<>();
    private final Map<String, Long> forgotten = new HashMap<>();
    private long highest;
    private long have;
    private @Nullable NodeId coordinator;
    private long stale;

    /** A check that was ordered from here. */
    private static final class Errand {
        private PollMessage.@Nullable Result result;
        private boolean settled;
        private long tellAt;
    }

    PollMember(NodeId self, PollMessage.Role role) {
        this.self = self;
        this.role = role;
    }

    /** Hears what is meant for a member; what is meant for a coordinator is none of its business. */
    List<Deed> heard(NodeId from, PollMessage message, long now) {
        List<Deed> deeds = new ArrayList<>();
        message.to(new PollMessage.Reader() {
            @Override
            public void ask(PollMessage.Ask ask) {
                if (obeys(from, ask.token())) {
                    answer(from, deeds);
                }
            }

            @Override
            public void keep(PollMessage.Keep keep) {
                if (obeys(from, keep.token())) {
                    deeds.add(new Deed.Tell(from, take(keep)));
                }
            }

            @Override
            public void order(PollMessage.Order order) {
                if (obeys(from, order.token())) {
                    accept(from, order, now, deeds);
                }
            }

            @Override
            public void settled(PollMessage.Settled settled) {
                find(settled.key()).settled = true;
            }

            @Override
            public void known(PollMessage.Known known) {}

            @Override
            public void kept(PollMessage.Kept kept) {}

            @Override
            public void result(PollMessage.Result result) {}
        });
        return deeds;
    }

    private boolean obeys(NodeId from, long token) {
        if (token < highest) {
            stale++;
            return false;
        }
        if (token > highest) {
            highest = token;
            have = 0;
        }
        coordinator = from;
        return true;
    }

    private void answer(NodeId from, List<Deed> deeds) {
        List<Run> all = book.all();
        int parts = Math.max(1, (all.size() + MOST_RUNS - 1) / MOST_RUNS);
        for (int part = 1; part <= parts; part++) {
            List<Run> some = all.subList((part - 1) * MOST_RUNS, Math.min(part * MOST_RUNS, all.size()));
            deeds.add(new Deed.Tell(from, new PollMessage.Known(highest, role, part, parts, some)));
        }
    }

    private PollMessage.Kept take(PollMessage.Keep keep) {
        if (keep.after() <= have) {
            book.putAll(keep.runs());
            have = Math.max(have, keep.upTo());
        }
        return new PollMessage.Kept(highest, have, role);
    }

    private void accept(NodeId from, PollMessage.Order order, long now, List<Deed> deeds) {
        RunKey key = order.key();
        if (isKnown(key)) {
            Errand errand = find(key);
            errand.settled = false;
            tell(errand, from, now, deeds);
        } else if (key.due() > forgotten.getOrDefault(key.schedule(), Long.MIN_VALUE)) {
            NavigableMap<Long, Errand> known = errands.computeIfAbsent(key.schedule(), name -> new TreeMap<>());
            known.put(key.due(), new Errand());
            if (known.size() > MOST_ERRANDS) {
                forgotten.put(key.schedule(), known.pollFirstEntry().getKey());
            }
            deeds.add(new Deed.Check(order));
        }
    }

    private boolean isKnown(RunKey key) {
        return errands.containsKey(key.schedule())
                && errands.get(key.schedule()).containsKey(key.due());
    }

    /** One that is not known is none that matters. */
    private Errand find(RunKey key) {
        NavigableMap<Long, Errand> known = errands.get(key.schedule());
        Errand errand = known == null ? null : known.get(key.due());
        return errand == null ? new Errand() : errand;
    }

    /** The check of an order has come to its end. */
    List<Deed> checked(PollMessage.Result result, long now) {
        List<Deed> deeds = new ArrayList<>();
        Errand errand = find(result.key());
        errand.result = result;
        if (coordinator != null) {
            tell(errand, coordinator, now, deeds);
        }
        return deeds;
    }

    /** Tells again what nobody has settled. */
    List<Deed> tick(long now) {
        List<Deed> deeds = new ArrayList<>();
        NodeId to = coordinator;
        if (to != null) {
            errands.values()
                    .forEach(known -> known.values().stream()
                            .filter(errand -> !errand.settled && now >= errand.tellAt)
                            .forEach(errand -> tell(errand, to, now, deeds)));
        }
        return deeds;
    }

    private static void tell(Errand errand, NodeId to, long now, List<Deed> deeds) {
        if (errand.result != null) {
            errand.tellAt = now + REPEAT;
            deeds.add(new Deed.Tell(to, errand.result));
        }
    }

    /** Whether there is anything that {@link #tick} would tell again. */
    boolean hasUnsettled() {
        return errands.values().stream()
                .flatMap(known -> known.values().stream())
                .anyMatch(errand -> !errand.settled && errand.result != null);
    }

    NodeId self() {
        return self;
    }

    List<Run> runs() {
        return book.all();
    }

    /** How many messages came from coordinators of an earlier term. */
    long stale() {
        return stale;
    }
}
