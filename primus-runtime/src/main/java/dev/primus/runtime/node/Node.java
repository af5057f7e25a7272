package dev.primus.runtime.node;

import dev.primus.core.ElectionName;
import dev.primus.core.LeaseTiming;
import dev.primus.core.LossReason;
import dev.primus.core.MonoTime;
import dev.primus.core.NodeId;
import dev.primus.core.election.CommonEvent;
import dev.primus.core.election.Moment;
import dev.primus.core.election.Wish;
import dev.primus.core.lease.LeaseAnswered;
import dev.primus.core.spi.Answer;
import dev.primus.core.spi.Hint;
import dev.primus.core.spi.Ledger;
import dev.primus.feed.FeedKind;
import dev.primus.runtime.effect.Arbiter;
import dev.primus.runtime.effect.StoreCall;
import dev.primus.runtime.effect.StoreDesk;
import dev.primus.runtime.feed.NodeFeed;
import dev.primus.runtime.stage.Stage;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * All elections of a process: one mailbox, one thread, sole writer of their state. Everything that happens comes in
 * through {@link #post}; everything that has to be done goes out through the seats' effects; requests to the store leave
 * together at the end of a turn.
 */
public final class Node implements Stage.Driven {
    private static final Duration LONGEST_TICK = Duration.ofMillis(100);
    private static final Duration POLL_WITHOUT_HINTS = Duration.ofSeconds(1);

    private final NodeId self;
    private final LeaseTiming timing;
    private final Duration patienceForLeader;
    private final Stage stage;
    private final Pulse pulse;
    private final LoopWatch loop;
    private final PauseWatch pauses;
    private final Chronicle chronicle;
    private final Obituaries obituaries;
    private final Arbiter arbiter;
    private final StoreDesk desk;
    private final StoreHealth storeHealth;
    private final CallNotes callNotes;
    private final Queue<Runnable> mail = new ConcurrentLinkedQueue<>();
    private final Map<ElectionName, Seat> seats = new LinkedHashMap<>();
    private final Map<ElectionName, Seat> taken = new ConcurrentHashMap<>();
    private final Duration tick;
    private volatile boolean closing;
    private MonoTime nextBeat = MonoTime.NEVER;
    private MonoTime nextPoll;
    private MonoTime earliestWake = MonoTime.NEVER;
    private int holding;
    private boolean hintsUp;
    private @Nullable CompletableFuture<Void> shutdown;

    /**
     * @param leaderlessAlarm how many leases an election may be without a leader before that is an alarm
     * @param books opened to see how the terms before this node's own ended
     */
    public Node(
            NodeId self,
            LeaseTiming timing,
            int leaderlessAlarm,
            Stage stage,
            NodeFeed feed,
            Arbiter arbiter,
            Supplier<Ledger> books) {
        this.self = self;
        this.timing = timing;
        this.patienceForLeader = timing.lease().multipliedBy(leaderlessAlarm);
        this.stage = stage;
        this.chronicle = new Chronicle(feed);
        this.obituaries = new Obituaries(self, books, stage.lane("books"), chronicle);
        this.pulse = new Pulse(timing.margin());
        this.loop = new LoopWatch(stage.now());
        this.pauses = new PauseWatch(timing.margin(), stage.now(), stage.wall());
        this.storeHealth = new StoreHealth(chronicle, arbiter.signature());
        this.callNotes = new CallNotes(chronicle, stage, this::headroom);
        this.arbiter = arbiter;
        this.desk = new StoreDesk(arbiter, stage::now, this::post, this::called, this::answered);
        Duration quarter = timing.margin().dividedBy(4);
        this.tick = quarter.compareTo(LONGEST_TICK) < 0 ? quarter : LONGEST_TICK;
        this.nextPoll = stage.now().plus(pollPeriod());
        arbiter.begin(this::post, hint -> post(() -> hinted(hint)), this::giveUp);
        stage.drive(this);
    }

    /** Has {@code task} done on the node's thread. From any thread. */
    void post(Runnable task) {
        mail.add(task);
        if (loop.isResting()) {
            loop.mailed(stage.now());
        }
        stage.nudge();
    }

    /**
     * Takes a seat in an election, from any thread.
     *
     * @throws IllegalStateException if this node is closed
     * @throws IllegalArgumentException if it has a seat in that election already
     */
    public void take(Seat seat) {
        if (closing) {
            throw new IllegalStateException("closed: this node takes part in nothing more");
        }
        if (taken.putIfAbsent(seat.election(), seat) != null) {
            throw new IllegalArgumentException(
                    "election '%s' was joined already by this node".formatted(seat.election()));
        }
        post(() -> {
            seats.put(seat.election(), seat);
            seat.begin();
            if (shutdown != null) {
                seat.wish(Wish.LEAVE);
            }
        });
    }

    /** Leaves every election, bounded by what duties and store may take; completes when all is done. Call it often. */
    public CompletableFuture<Void> shutdown() {
        closing = true;
        CompletableFuture<Void> done = new CompletableFuture<>();
        post(() -> {
            if (shutdown == null) {
                shutdown = new CompletableFuture<>();
                seats.values().forEach(seat -> seat.wish(Wish.LEAVE));
            }
            shutdown.thenAccept(done::complete);
        });
        return done;
    }

    private void giveUp(ElectionName election, LossReason reason) {
        post(() -> {
            Seat seat = seats.get(election);
            if (seat != null) {
                seat.wish(new Wish(reason, null, false));
            }
        });
    }

    /** No books are opened any more; waits for what is being read, but not longer than {@code patience}. */
    public void closeBooks(Duration patience) {
        obituaries.close(patience);
    }

    @Override
    public MonoTime turn() {
        MonoTime now = stage.now();
        loop.turnBegins(now);
        suspectAfterPause(now);
        for (Runnable task = mail.poll(); task != null; task = mail.poll()) {
            task.run();
        }
        beatIfDue(stage.now());
        pollIfDue(stage.now());
        MonoTime due = stage.now();
        suspectAfterPause(due); // The process may have stood still in the midst of this turn.
        wakeThoseDue(due);
        desk.flush();
        MonoTime arbiterNext = arbiter.turn(stage.now());
        finishShutdown();
        MonoTime next = MonoTime.earlier(arbiterNext, nextTurn(stage.now()));
        loop.turnEnds(next);
        return next;
    }

    /** By how much the loop is late; negative if nothing is due yet. From any thread, and even if the loop is stuck. */
    public Duration late() {
        return Duration.ofNanos(loop.lateNanos(stage.now()));
    }

    /** Those who take part now. From any thread. */
    public List<Seat> seats() {
        return List.copyOf(taken.values());
    }

    /** Before the pulse beats again, everybody who led has been told: no other thread sees a moment in between. */
    private void suspectAfterPause(MonoTime now) {
        Duration gap = pauses.check(now, stage.wall(), isHolding());
        if (!gap.isZero()) {
            if (isHolding()) {
                chronicle.note(FeedKind.PAUSED, Map.of("millis", Long.toString(gap.toMillis())));
            }
            seats.values().forEach(seat -> seat.suspect(now));
        }
        pulse.beat(now);
    }

    private void beatIfDue(MonoTime now) {
        if (now.isBefore(nextBeat)) {
            return;
        }
        seats.values().forEach(seat -> seat.deliver(new CommonEvent.Beat<>()));
        nextBeat = isHolding() ? afterJitter(now) : MonoTime.NEVER;
    }

    /** A renewal period, give or take a tenth, so that nodes do not fall into step. */
    private MonoTime afterJitter(MonoTime now) {
        Duration period = timing.renewEvery();
        Duration tenth = period.dividedBy(10);
        return now.plus(period).minus(tenth).plus(new Moment(now, stage.random()).upTo(tenth.multipliedBy(2)));
    }

    private void pollIfDue(MonoTime now) {
        if (!now.isBefore(nextPoll)) {
            hintAll();
            nextPoll = now.plus(pollPeriod());
        }
    }

    private Duration pollPeriod() {
        Duration quarter = timing.lease().dividedBy(4);
        return quarter.compareTo(POLL_WITHOUT_HINTS) < 0 ? quarter : POLL_WITHOUT_HINTS;
    }

    /** Wakes who is due and, since the trip to the store is made anyway, who would be content to come along. */
    private void wakeThoseDue(MonoTime now) {
        if (now.isBefore(earliestWake)) {
            return;
        }
        boolean trip = seats.values().stream().anyMatch(seat -> !now.isBefore(seat.wakeAt()));
        if (trip) {
            for (Seat seat : seats.values()) {
                seat.wakeIfContent(now);
            }
        }
        earliestWake = MonoTime.NEVER;
        seats.values().forEach(this::noteWake);
    }

    void noteWake(Seat seat) {
        earliestWake = MonoTime.earlier(earliestWake, seat.wakeAt());
    }

    private MonoTime nextTurn(MonoTime now) {
        MonoTime next = MonoTime.earlier(MonoTime.earlier(nextBeat, nextPoll), earliestWake);
        return isHolding() ? MonoTime.earlier(next, now.plus(tick)) : next;
    }

    private boolean isHolding() {
        return holding > 0;
    }

    /** A seat has begun, or ceased, to need the beat. */
    void holding(int more) {
        holding += more;
        if (holding > 0 && nextBeat.equals(MonoTime.NEVER)) {
            nextBeat = afterJitter(stage.now());
        }
    }

    private void called(StoreCall call, List<Answer> answers, MonoTime sentAt) {
        storeHealth.note(answers);
        callNotes.note(call, answers, sentAt);
    }

    private long headroom(ElectionName election) {
        Seat seat = seats.get(election);
        return seat == null ? Long.MAX_VALUE : seat.headroom();
    }

    private void answered(LeaseAnswered event) {
        Seat seat = seats.get(event.request().election());
        if (seat != null) {
            seat.deliver(event);
        }
    }

    private void hinted(Hint hint) {
        switch (hint.kind()) {
            case CHANGED -> {
                Seat seat = hint.election() == null ? null : seats.get(hint.election());
                if (seat != null) {
                    seat.deliver(new CommonEvent.Hinted<>(true));
                } else if (hint.election() == null) {
                    hintAll();
                }
            }
            case NEWS -> {
                Seat seat = hint.election() == null ? null : seats.get(hint.election());
                if (seat != null) {
                    seat.deliver(new CommonEvent.Hinted<>(false));
                }
            }
            case CHANNEL_UP -> {
                channelIs(true);
                nextPoll = MonoTime.NEVER;
                hintAll();
            }
            case CHANNEL_DOWN -> {
                channelIs(false);
                nextPoll = stage.now().plus(pollPeriod());
            }
        }
    }

    private void channelIs(boolean up) {
        if (up != hintsUp) {
            hintsUp = up;
            chronicle.note(up ? FeedKind.HINTS_UP : FeedKind.HINTS_DOWN, arbiter.signature());
        }
    }

    private void hintAll() {
        seats.values().forEach(seat -> seat.deliver(new CommonEvent.Hinted<>(false)));
    }

    private void finishShutdown() {
        if (shutdown != null
                && !shutdown.isDone()
                && desk.isIdle()
                && seats.values().stream().allMatch(Seat::hasLeft)) {
            shutdown.complete(null);
        }
    }

    /** A seat has left; it goes once whoever walks through the seats now has finished. */
    void dropped(Seat seat) {
        taken.remove(seat.election(), seat);
        post(() -> seats.remove(seat.election(), seat));
    }

    public NodeId self() {
        return self;
    }

    LossReason whenSilent() {
        return arbiter.whenSilent();
    }

    LeaseTiming timing() {
        return timing;
    }

    /** How often a leader tells that it looks. */
    Duration checkEvery() {
        return arbiter.checkEvery();
    }

    /** How long an election may be without a leader before that is an alarm. */
    Duration patienceForLeader() {
        return patienceForLeader;
    }

    Stage stage() {
        return stage;
    }

    Pulse pulse() {
        return pulse;
    }

    Chronicle chronicle() {
        return chronicle;
    }

    Obituaries obituaries() {
        return obituaries;
    }

    /** What keeps this node from leading an election now, whatever its candidate wants; empty if nothing does. */
    String obstacle(ElectionName election, MonoTime now) {
        String among = arbiter.obstacle(election, now);
        return among.isEmpty() && storeHealth.isLost() ? arbiter.silence() : among;
    }

    StoreDesk desk() {
        return desk;
    }
}
