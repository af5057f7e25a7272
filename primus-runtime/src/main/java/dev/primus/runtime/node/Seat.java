package dev.primus.runtime.node;

import dev.primus.Change;
import dev.primus.DutyStatus;
import dev.primus.Handover;
import dev.primus.Leader;
import dev.primus.Leadership;
import dev.primus.Part;
import dev.primus.Supervision;
import dev.primus.core.ElectionName;
import dev.primus.core.LossReason;
import dev.primus.core.MonoTime;
import dev.primus.core.Pause;
import dev.primus.core.Term;
import dev.primus.core.election.CommonEvent;
import dev.primus.core.election.DutiesStopped;
import dev.primus.core.election.Effect;
import dev.primus.core.election.ElectionEvent;
import dev.primus.core.election.EngineRequest;
import dev.primus.core.election.Hands;
import dev.primus.core.election.Moment;
import dev.primus.core.election.Phase;
import dev.primus.core.election.Step;
import dev.primus.core.election.Wish;
import dev.primus.core.lease.LeaseContest;
import dev.primus.core.lease.LeaseRequest;
import dev.primus.core.lease.LeaseState;
import dev.primus.feed.FeedKind;
import dev.primus.runtime.duty.DutyCrew;
import dev.primus.runtime.duty.DutySpec;
import dev.primus.runtime.stage.Stage;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A node's seat in one election: keeps its state, lets events change it, and carries the effects out. The fields that
 * others read are volatile; all the rest belongs to the node's thread.
 */
public final class Seat implements Hands {
    private static final Logger LOG = LoggerFactory.getLogger(Seat.class);

    private final Node node;
    private final LeaseContest contest;
    private final boolean observer;
    private final DutyCrew crew;
    private final News news;
    private final List<CompletableFuture<Handover>> awaitingHandover = new ArrayList<>();
    private final CompletableFuture<Void> left = new CompletableFuture<>();
    private volatile @Nullable LeaseState state;
    private MonoTime wakeAt = MonoTime.NEVER;
    private boolean leaveAsked;
    private volatile @Nullable HeldLeadership held;

    /**
     * @param duties in the order in which they are started; an observer never starts any
     */
    public Seat(Node node, ElectionName election, boolean observer, List<DutySpec> duties, Supervision supervision) {
        this.node = node;
        this.contest = new LeaseContest(election, node.self(), node.timing(), node.whenSilent());
        this.observer = observer;
        this.news = new News(election, node);
        Wish standAside = Wish.standAside(LossReason.DUTY_FAILED, supervision.stayOut());
        this.crew = new DutyCrew(
                duties,
                supervision,
                node.timing().drain(),
                this::launch,
                node.stage()::now,
                new DutyChronicle(election, node.chronicle(), () -> node.post(() -> wish(standAside))));
    }

    private Stage.Work launch(String name, Runnable body, Runnable ended) {
        return node.stage()
                .launch(
                        name,
                        body,
                        () -> node.post(() -> {
                            ended.run();
                            reschedule();
                        }));
    }

    public void addListener(Consumer<Change> listener) {
        news.addListener(listener);
    }

    public void removeListener(Consumer<Change> listener) {
        news.removeListener(listener);
    }

    public ElectionName election() {
        return contest.election();
    }

    public @Nullable Leadership held() {
        return held;
    }

    /** How long the term still holds without another renewal, in nanoseconds; the maximum if none is held. */
    long headroom() {
        HeldLeadership present = held;
        long left = present == null ? 0 : present.remaining().toNanos();
        return left == 0 ? Long.MAX_VALUE : left;
    }

    public @Nullable Leader leader() {
        return news.leader();
    }

    /** When the store last answered, if this node does not know the leader; null if it does, or takes no part. */
    public @Nullable Instant unknownSince() {
        LeaseState now = state;
        MonoTime since = now == null ? null : now.unknownSince();
        return since == null
                ? null
                : node.stage().wall().minusNanos(Math.max(0, node.stage().now().nanosSince(since)));
    }

    /** In doubt is also whoever has not noticed yet that its time is over, or that it stood still. */
    public Part part() {
        LeaseState now = state;
        if (now == null) {
            return Part.AWAY;
        }
        return switch (now.phase()) {
            case LEADING -> {
                HeldLeadership present = held;
                yield present != null && present.isHeld() ? Part.LEADING : Part.IN_DOUBT;
            }
            case SUSPECT -> Part.IN_DOUBT;
            case STEPPING_DOWN -> Part.STEPPING_DOWN;
            case WAITING -> Part.STANDBY;
            case OBSERVING -> Part.OBSERVING;
            case LEFT -> Part.AWAY;
        };
    }

    public List<DutyStatus> duties() {
        return crew.status();
    }

    public CompletableFuture<Void> left() {
        return left;
    }

    /** Asks for something, from any thread; tells how leadership ended, if there was any. */
    public CompletableFuture<Handover> ask(Wish wish) {
        CompletableFuture<Handover> answer = new CompletableFuture<>();
        if (left.isDone()) {
            answer.complete(Handover.NOT_LEADING);
            return answer;
        }
        node.post(() -> {
            LeaseState now = state;
            boolean leading = now != null
                    && (now.phase() == Phase.LEADING
                            || now.phase() == Phase.SUSPECT
                            || now.phase() == Phase.STEPPING_DOWN);
            if (leading) {
                awaitingHandover.add(answer);
            }
            wish(wish);
            if (!leading) {
                answer.complete(Handover.NOT_LEADING);
            }
        });
        return answer;
    }

    void wish(Wish wish) {
        leaveAsked |= wish.leave();
        deliver(new CommonEvent.Asked<>(wish));
    }

    void begin() {
        news.joined();
        Moment at = moment();
        enter(observer ? contest.observe(at) : contest.join(0, at));
    }

    /** The one place where this election's state changes. */
    void deliver(ElectionEvent<LeaseState> event) {
        LeaseState before = state;
        if (before == null || before.phase() == Phase.LEFT) {
            return;
        }
        Step<LeaseState> step;
        try {
            step = Step.from(before, event, moment());
        } catch (RuntimeException | Error e) {
            startOver(event, e);
            return;
        }
        enter(step);
    }

    private void enter(Step<LeaseState> step) {
        LeaseState before = state;
        state = step.next();
        countHolding(before, step.next());
        for (Effect effect : step.effects()) {
            carryOut(effect);
        }
        reschedule();
        if (hasLeft() && (before == null || before.phase() != Phase.LEFT)) {
            news.left();
            node.dropped(this);
            left.complete(null);
        }
    }

    /** One effect that fails must not keep the others from being carried out: duties have to be stopped in any case. */
    private void carryOut(Effect effect) {
        try {
            effect.by(this);
        } catch (RuntimeException | Error e) {
            complain("carrying out " + effect, e);
            if (effect instanceof Effect.Grant) {
                node.post(() -> wish(new Wish(LossReason.DUTY_FAILED, null, false)));
            }
        }
    }

    /**
     * A bug must not end a candidacy: nothing is held any more, the lease runs out, and the node begins again when its
     * duties have ended or had their time. This is the one way past the gate of {@link Step#from}.
     */
    private void startOver(ElectionEvent<LeaseState> event, Throwable bug) {
        LeaseState before = state;
        HeldLeadership former = held;
        Leader known = news.leader();
        long highest = known == null ? 0 : known.term().token().value();
        Duration left = former == null ? Duration.ZERO : former.remaining();
        if (before != null && needsBeat(before)) {
            node.holding(-1);
        }
        state = null;
        if (former != null) {
            revoke(former.term(), LossReason.SUSPECT);
        }
        complain(event + " on " + before, bug);
        completeHandovers(Handover.UNCONFIRMED);
        Duration drain = node.timing().drain();
        MonoTime by = node.stage().now().plus(left.compareTo(drain) < 0 ? left : drain);
        crew.stop(by, proved -> node.post(() -> beginAgain(former == null ? null : former.term(), highest)));
        reschedule();
    }

    private void beginAgain(@Nullable Term lost, long highest) {
        if (state == null) {
            if (lost != null) {
                news.lost(lost, LossReason.SUSPECT, false);
            }
            enter(observer ? contest.observe(moment()) : contest.join(highest, moment()));
            if (leaveAsked) {
                wish(Wish.LEAVE);
            }
        }
    }

    private void complain(String what, Throwable bug) {
        try {
            LOG.error("election {}: {} failed; going on", election(), what, bug);
            news.broke(bug);
        } catch (RuntimeException | Error worse) {
            // Whoever cannot even be told must not keep the next effect from being carried out.
        }
    }

    private void completeHandovers(Handover outcome) {
        awaitingHandover.forEach(waiting -> waiting.complete(outcome));
        awaitingHandover.clear();
    }

    private void countHolding(@Nullable LeaseState before, LeaseState after) {
        node.holding((needsBeat(after) ? 1 : 0) - (before != null && needsBeat(before) ? 1 : 0));
    }

    private static boolean needsBeat(LeaseState state) {
        return switch (state.phase()) {
            case LEADING, SUSPECT, STEPPING_DOWN -> true;
            case OBSERVING, WAITING, LEFT -> false;
        };
    }

    private Moment moment() {
        return new Moment(node.stage().now(), node.stage().random());
    }

    private void reschedule() {
        LeaseState now = state;
        MonoTime engine = now == null ? MonoTime.NEVER : now.wakeAt();
        wakeAt = MonoTime.earlier(engine, MonoTime.earlier(crew.deadline(), news.alarmAt()));
        node.noteWake(this);
    }

    MonoTime wakeAt() {
        return wakeAt;
    }

    void wakeIfContent(MonoTime now) {
        crew.check(now);
        news.alarmIfVacant(now, () -> obstacle(now));
        LeaseState present = state;
        if (present != null && !now.isBefore(present.wakeFrom())) {
            deliver(new CommonEvent.Woken<>());
        } else {
            reschedule();
        }
    }

    /** The process stood still. */
    void suspect(MonoTime now) {
        deliver(new CommonEvent.Suspected<>());
        crew.extendAfterPause(now);
        reschedule();
    }

    private String obstacle(MonoTime now) {
        LeaseState present = state;
        String common = node.obstacle(election(), now);
        return !common.isEmpty() || present == null ? common : present.obstacle(now);
    }

    boolean hasLeft() {
        LeaseState now = state;
        return now != null && now.phase() == Phase.LEFT;
    }

    @Override
    public void grant(Term term, MonoTime stopBy) {
        HeldLeadership leadership = new HeldLeadership(election(), term, stopBy, node.stage(), node.pulse());
        held = leadership;
        news.granted(leadership);
        crew.start(leadership);
    }

    @Override
    public void prolong(Term term, MonoTime stopBy) {
        HeldLeadership present = held;
        if (present != null) {
            present.prolong(stopBy);
        }
    }

    @Override
    public void suspend(Term term) {
        HeldLeadership present = held;
        if (present != null) {
            present.suspend();
        }
        news.suspended(term);
    }

    @Override
    public void resume(Term term, MonoTime stopBy) {
        HeldLeadership present = held;
        if (present != null) {
            present.resume(stopBy);
        }
        news.resumed(term);
    }

    @Override
    public void revoke(Term term, LossReason reason) {
        HeldLeadership former = held;
        if (former != null) {
            former.end();
        }
        held = null;
        news.revoked(term, reason);
    }

    @Override
    public void stopDuties(Term term, MonoTime by) {
        crew.stop(
                by, proved -> node.post(() -> deliver(new CommonEvent.DutiesEnded<>(new DutiesStopped(term, proved)))));
    }

    @Override
    public void follow(Term term, @Nullable Instant since) {
        news.follows(term, since);
    }

    @Override
    public void vacant(boolean lapsed) {
        news.vacant(lapsed);
    }

    @Override
    public void leaderUnknown() {
        news.unknown();
    }

    @Override
    public void paused(@Nullable Pause pause) {
        news.paused(pause);
    }

    @Override
    public void released(Term term, LossReason reason, boolean confirmed) {
        news.lost(term, reason, confirmed);
        completeHandovers(confirmed ? Handover.RELEASED : Handover.UNCONFIRMED);
    }

    @Override
    public void alarm(Effect.Alarm alarm) {
        FeedKind kind = switch (alarm.kind()) {
            case STORE_WENT_BACK -> FeedKind.STORE_WENT_BACK;
            case CLOCK_DISTRUSTED -> FeedKind.CLOCK_DISTRUSTED;
        };
        news.alarm(kind, alarm.detail());
    }

    @Override
    public void request(EngineRequest request) {
        if (request instanceof LeaseRequest.Acquire) {
            news.bids();
        } else if (request instanceof LeaseRequest.Look) {
            news.looks();
        } else if (request instanceof LeaseRequest.Renew) {
            news.renews();
        }
        ((LeaseRequest) request).to(node.desk());
    }
}
