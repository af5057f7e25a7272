package dev.primus.runtime.effect;

import dev.primus.core.ElectionName;
import dev.primus.core.MonoTime;
import dev.primus.core.lease.LeaseAnswered;
import dev.primus.core.lease.LeaseRequest;
import dev.primus.core.spi.Answer;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Gathers the requests of all elections and sends them in as few calls as possible: while one call is under way the
 * next one fills. Renewals have a way of their own. Used by the node's thread alone.
 */
public final class StoreDesk implements LeaseRequest.Desk {

    /** The two ways to the store; on each at most one call is under way. */
    private enum Way {
        RENEWALS,
        OTHERS
    }

    /** A request that waits for its turn. */
    private record Queued(Verb verb, LeaseRequest request) {}

    private final Courier courier;
    private final Supplier<MonoTime> clock;
    private final Consumer<Runnable> mailbox;
    private final CallWatch called;
    private final Consumer<LeaseAnswered> answered;
    private final Map<Way, Set<Queued>> queues = new EnumMap<>(Way.class);
    private final Set<Way> busy = new HashSet<>();

    /**
     * @param mailbox where answers are brought, from any thread
     * @param called who hears of every call as a whole, on the node's thread
     * @param answered who hears each answer, on the node's thread
     */
    public StoreDesk(
            Courier courier,
            Supplier<MonoTime> clock,
            Consumer<Runnable> mailbox,
            CallWatch called,
            Consumer<LeaseAnswered> answered) {
        this.courier = courier;
        this.clock = clock;
        this.mailbox = mailbox;
        this.called = called;
        this.answered = answered;
        for (Way way : Way.values()) {
            queues.put(way, new LinkedHashSet<>());
        }
    }

    @Override
    public void enroll(LeaseRequest.Enroll request) {
        queue(Way.OTHERS).add(new Queued(Verb.ENROLL, request));
    }

    @Override
    public void look(LeaseRequest.Look request) {
        queue(Way.OTHERS).add(new Queued(Verb.LOOK, request));
    }

    @Override
    public void acquire(LeaseRequest.Acquire request) {
        queue(Way.OTHERS).add(new Queued(Verb.ACQUIRE, request));
    }

    @Override
    public void renew(LeaseRequest.Renew request) {
        queue(Way.RENEWALS).add(new Queued(Verb.RENEW, request));
    }

    @Override
    public void release(LeaseRequest.Release request) {
        queue(Way.OTHERS).add(new Queued(Verb.RELEASE, request));
    }

    /** Sends what can be sent. Called when all that happens at this moment has been decided. */
    public void flush() {
        for (Way way : Way.values()) {
            if (!queue(way).isEmpty() && busy.add(way)) {
                send(way, nextCall(queue(way)));
            }
        }
    }

    /** Whether nothing is under way and nothing waits. */
    public boolean isIdle() {
        return busy.isEmpty() && queues.values().stream().allMatch(Set::isEmpty);
    }

    private void send(Way way, StoreCall call) {
        MonoTime sentAt = clock.get();
        try {
            courier.carry(call, answers -> mailbox.accept(() -> arrived(way, call, answers, sentAt)));
        } catch (RuntimeException | Error e) {
            List<Answer> unsent = call.unknown(e.getClass().getSimpleName());
            mailbox.accept(() -> arrived(way, call, unsent, sentAt));
        }
    }

    private void arrived(Way way, StoreCall call, List<Answer> answers, MonoTime sentAt) {
        busy.remove(way);
        called.answered(call, answers, sentAt);
        for (int i = 0; i < answers.size(); i++) {
            answered.accept(new LeaseAnswered(call.requests().get(i), answers.get(i), sentAt));
        }
    }

    /** All that wait for the verb of the first in line, but none that would overtake another of its own election. */
    private static StoreCall nextCall(Set<Queued> queue) {
        Verb verb = queue.iterator().next().verb();
        List<LeaseRequest> taken = new ArrayList<>();
        Set<ElectionName> passed = new HashSet<>();
        for (Iterator<Queued> line = queue.iterator(); line.hasNext(); ) {
            Queued queued = line.next();
            boolean firstOfItsElection = passed.add(queued.request().election());
            if (queued.verb() == verb && firstOfItsElection) {
                taken.add(queued.request());
                line.remove();
            }
        }
        return new StoreCall(verb, taken);
    }

    private Set<Queued> queue(Way way) {
        return queues.getOrDefault(way, Set.of());
    }
}
