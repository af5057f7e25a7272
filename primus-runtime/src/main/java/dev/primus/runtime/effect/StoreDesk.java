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
import java.util.LinkedHashMap;
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

    /** The two ways to the store; on each at most one call is under way, unless its courier takes more. */
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
    private final Map<Way, Set<ElectionName>> awaited = new EnumMap<>(Way.class);

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
            awaited.put(way, new HashSet<>());
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
            boolean sent = true;
            while (sent
                    && !queue(way).isEmpty()
                    && (courier.takesMany() || awaited(way).isEmpty())) {
                StoreCall call = nextCall(queue(way), awaited(way));
                sent = !call.requests().isEmpty();
                if (sent) {
                    send(way, call);
                }
            }
        }
    }

    /** Whether nothing is under way and nothing waits. */
    public boolean isIdle() {
        return awaited.values().stream().allMatch(Set::isEmpty)
                && queues.values().stream().allMatch(Set::isEmpty);
    }

    private void send(Way way, StoreCall call) {
        UnderWay sent = new UnderWay(awaited(way), call, clock.get());
        try {
            courier.carry(call, answers -> mailbox.accept(() -> sent.arrived(answers)));
        } catch (RuntimeException | Error e) {
            List<Answer> unsent = call.unknown(e.getClass().getSimpleName());
            mailbox.accept(() -> sent.arrived(unsent));
        }
    }

    /** A call until its last answer is in. Each request is answered once, whatever its courier says. */
    private final class UnderWay {
        private final Set<ElectionName> awaited;
        private final StoreCall call;
        private final MonoTime sentAt;
        private final Map<ElectionName, LeaseRequest> open = new LinkedHashMap<>();
        private final List<Answer> all = new ArrayList<>();

        UnderWay(Set<ElectionName> awaited, StoreCall call, MonoTime sentAt) {
            this.awaited = awaited;
            this.call = call;
            this.sentAt = sentAt;
            call.requests().forEach(request -> open.put(request.election(), request));
            awaited.addAll(open.keySet());
        }

        void arrived(List<Answer> some) {
            List<LeaseAnswered> news = new ArrayList<>();
            for (Answer answer : some) {
                LeaseRequest request = open.remove(answer.election());
                if (request != null) {
                    awaited.remove(answer.election());
                    all.add(answer);
                    news.add(new LeaseAnswered(request, answer, sentAt));
                }
            }
            if (open.isEmpty() && !news.isEmpty()) {
                called.answered(call, all, sentAt);
            }
            news.forEach(answered);
        }
    }

    /** All that wait for the verb of the first that can go, but none that would overtake another of its own election. */
    private static StoreCall nextCall(Set<Queued> queue, Set<ElectionName> awaited) {
        Verb verb = null;
        List<LeaseRequest> taken = new ArrayList<>();
        Set<ElectionName> passed = new HashSet<>(awaited);
        for (Iterator<Queued> line = queue.iterator(); line.hasNext(); ) {
            Queued queued = line.next();
            boolean firstOfItsElection = passed.add(queued.request().election());
            if (firstOfItsElection && (verb == null || queued.verb() == verb)) {
                verb = queued.verb();
                taken.add(queued.request());
                line.remove();
            }
        }
        return new StoreCall(verb == null ? Verb.LOOK : verb, taken);
    }

    private Set<ElectionName> awaited(Way way) {
        return awaited.getOrDefault(way, Set.of());
    }

    private Set<Queued> queue(Way way) {
        return queues.getOrDefault(way, Set.of());
    }
}
