package dev.primus.core.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.ElectionName;
import dev.primus.core.LeaseTiming;
import dev.primus.core.LossReason;
import dev.primus.core.MonoTime;
import dev.primus.core.NodeId;
import dev.primus.core.NodeName;
import dev.primus.core.StoreTime;
import dev.primus.core.Term;
import dev.primus.core.election.CommonEvent;
import dev.primus.core.election.DutiesStopped;
import dev.primus.core.election.Effect;
import dev.primus.core.election.ElectionEvent;
import dev.primus.core.election.Moment;
import dev.primus.core.election.Phase;
import dev.primus.core.election.Step;
import dev.primus.core.election.Wish;
import dev.primus.core.spi.Answer;
import dev.primus.core.spi.Bid;
import dev.primus.core.spi.Enrolment;
import dev.primus.core.spi.Hold;
import dev.primus.core.spi.Parting;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One node's part in one election as a story: the clock moves only when told, the store says only what it is told, and
 * each line of the story ends with what the node wanted done. Requests count as sent at the moment they were made.
 */
final class LeaseScript {
    static final ElectionName ELECTION = new ElectionName("coordinator");
    static final NodeId SELF = NodeId.of("core-1", "aaaa1111");
    static final NodeId OTHER = NodeId.of("core-2", "bbbb2222");
    static final MonoTime START = new MonoTime(Duration.ofSeconds(1000).toNanos());

    static final LeaseRequest ENROLL = new LeaseRequest.Enroll(new Enrolment(ELECTION, Enrolment.Part.CANDIDATE));
    static final LeaseRequest ENROLL_OBSERVER =
            new LeaseRequest.Enroll(new Enrolment(ELECTION, Enrolment.Part.OBSERVER));
    static final LeaseRequest FAREWELL = new LeaseRequest.Enroll(new Enrolment(ELECTION, Enrolment.Part.GONE));
    static final LeaseRequest LOOK = new LeaseRequest.Look(ELECTION);

    private final LeaseTiming timing;
    private LeaseState state;
    private List<Effect> effects;
    private MonoTime now = START;
    private Duration storeClockAhead = Duration.ZERO;
    private long dice;
    private @Nullable LeaseRequest request;
    private MonoTime sentAt = START;

    private LeaseScript(LeaseTiming timing, Step<LeaseState> first) {
        this.timing = timing;
        this.state = first.next();
        this.effects = first.effects();
        remember();
    }

    static LeaseScript joins(LeaseTiming timing) {
        return new LeaseScript(timing, contest(timing).join(0, new Moment(START, 0)));
    }

    static LeaseScript observes() {
        LeaseTiming timing = LeaseTiming.DEFAULT;
        return new LeaseScript(timing, contest(timing).observe(new Moment(START, 0)));
    }

    /** A standby that is enrolled and has its first look under way. */
    static LeaseScript looks() {
        return looks(LeaseTiming.DEFAULT);
    }

    static LeaseScript looks(LeaseTiming timing) {
        return joins(timing).yes();
    }

    /** A standby that saw this row. */
    static LeaseScript saw(Row row) {
        return looks().sees(row);
    }

    /** A standby that waits for the lease of another to run out, ten seconds from now. */
    static LeaseScript waits() {
        return saw(Row.heldBy(OTHER, 6));
    }

    /** Has found the row free after term 6 and bids for term 7. */
    static LeaseScript bids() {
        return saw(Row.released(6));
    }

    /** Has just won term 7; the win was asked for now. */
    static LeaseScript leads() {
        return bids().yes();
    }

    /** Leads, and is asked. */
    static LeaseScript stepsDown(Wish wish) {
        return leads().ask(wish);
    }

    /** Gave up on request, its duties ended at once, and the release is under way. */
    static LeaseScript releases(Wish wish) {
        return stepsDown(wish).dutiesStop(true);
    }

    private static LeaseContest contest(LeaseTiming timing) {
        return new LeaseContest(ELECTION, SELF, timing);
    }

    // what happens

    LeaseScript passes(Duration span) {
        now = now.plus(span);
        return this;
    }

    LeaseScript passesMillis(long millis) {
        return passes(Duration.ofMillis(millis));
    }

    LeaseScript reaches(MonoTime time) {
        assertThat(time).as("time never goes back").isGreaterThanOrEqualTo(now);
        now = time;
        return this;
    }

    /** From here on the store's clock is so much ahead of where it was. */
    LeaseScript storeClockJumps(Duration ahead) {
        storeClockAhead = storeClockAhead.plus(ahead);
        return this;
    }

    LeaseScript rolls(long bits) {
        dice = bits;
        return this;
    }

    LeaseScript wakes() {
        return happens(new CommonEvent.Woken<>());
    }

    /** Time passes until the state wants to be woken, and it is. */
    LeaseScript wakesInTime() {
        return reaches(MonoTime.later(now, state.wakeAt())).wakes();
    }

    LeaseScript beats() {
        return happens(new CommonEvent.Beat<>());
    }

    LeaseScript isHinted() {
        return happens(new CommonEvent.Hinted<>(false));
    }

    LeaseScript isHintedByName() {
        return happens(new CommonEvent.Hinted<>(true));
    }

    LeaseScript isSuspected() {
        return happens(new CommonEvent.Suspected<>());
    }

    LeaseScript ask(Wish wish) {
        return happens(new CommonEvent.Asked<>(wish));
    }

    LeaseScript dutiesStop(boolean proved) {
        return dutiesStop(term(7), proved);
    }

    LeaseScript dutiesStop(Term term, boolean proved) {
        return happens(new CommonEvent.DutiesEnded<>(new DutiesStopped(term, proved)));
    }

    LeaseScript yes() {
        return answers(Answer.yes(ELECTION));
    }

    LeaseScript no() {
        return answers(Answer.no(ELECTION));
    }

    LeaseScript unknown() {
        return answers(Answer.unknown(ELECTION, "timed out"));
    }

    LeaseScript sees(Row row) {
        return answers(Answer.seen(row.seenAt(storeTime())));
    }

    /** Looks whenever it wants to and always sees this row, until it bids: after exactly so long. */
    LeaseScript keepsSeeing(Row row, Duration untilItBids) {
        MonoTime then = now.plus(untilItBids);
        do {
            wakesInTime().does(LOOK).sees(row);
        } while (effects.isEmpty() && now.isBefore(then));
        assertThat(now).as("when it bids").isEqualTo(then);
        assertThat(request()).isInstanceOf(LeaseRequest.Acquire.class);
        return this;
    }

    LeaseScript isRefused(Row row) {
        return answers(Answer.refused(row.seenAt(storeTime())));
    }

    private LeaseScript answers(Answer answer) {
        return answers(request(), answer, sentAt);
    }

    LeaseScript answers(LeaseRequest to, Answer answer, MonoTime sent) {
        return happens(new LeaseAnswered(to, answer, sent));
    }

    LeaseScript happens(ElectionEvent<LeaseState> event) {
        Step<LeaseState> step = Step.from(state, event, new Moment(now, dice));
        state = step.next();
        effects = step.effects();
        remember();
        return this;
    }

    private void remember() {
        for (Effect effect : effects) {
            if (effect instanceof LeaseRequest made) {
                request = made;
                sentAt = now;
            }
        }
    }

    // what is expected

    LeaseScript is(Phase phase) {
        assertThat(state.phase()).isEqualTo(phase);
        return this;
    }

    LeaseScript does(Effect... expected) {
        assertThat(effects).containsExactly(expected);
        return this;
    }

    LeaseScript doesNothing() {
        assertThat(effects).isEmpty();
        return this;
    }

    LeaseScript wantsToBeWokenIn(Duration span) {
        assertThat(state.wakeAt()).isEqualTo(now.plus(span));
        return this;
    }

    LeaseScript sleeps() {
        assertThat(state.wakeAt()).isEqualTo(MonoTime.NEVER);
        return this;
    }

    // what is known

    LeaseState state() {
        return state;
    }

    List<Effect> effects() {
        return effects;
    }

    LeaseTiming timing() {
        return timing;
    }

    MonoTime now() {
        return now;
    }

    LeaseRequest request() {
        return Objects.requireNonNull(request);
    }

    Bid bid() {
        assertThat(request()).isInstanceOf(LeaseRequest.Acquire.class);
        return ((LeaseRequest.Acquire) request()).bid();
    }

    private StoreTime storeTime() {
        return new StoreTime(now.plus(storeClockAhead).nanos() / 1000);
    }

    // words for effects; term 7 is the one these stories are about

    static Term term(long token) {
        return Term.of(SELF, token);
    }

    static Hold hold(long token, long dice) {
        return new Hold(ELECTION, term(token).token(), "aaaa1111-" + Long.toHexString(dice));
    }

    static Effect grant(MonoTime stopBy) {
        return new Effect.Grant(term(7), stopBy);
    }

    static Effect prolong(MonoTime stopBy) {
        return new Effect.Prolong(term(7), stopBy);
    }

    static Effect suspend() {
        return new Effect.Suspend(term(7));
    }

    static Effect resume(MonoTime stopBy) {
        return new Effect.Resume(term(7), stopBy);
    }

    static Effect revoke(LossReason reason) {
        return new Effect.Revoke(term(7), reason);
    }

    static Effect stopDuties(MonoTime by) {
        return new Effect.StopDuties(term(7), by);
    }

    static Effect released(LossReason reason, boolean confirmed) {
        return new Effect.Released(term(7), reason, confirmed);
    }

    static LeaseRequest renew() {
        return new LeaseRequest.Renew(hold(7, 0));
    }

    static LeaseRequest release(LossReason reason) {
        return release(reason, null);
    }

    static LeaseRequest release(LossReason reason, @Nullable NodeName heir) {
        return new LeaseRequest.Release(new Parting(hold(7, 0), reason, heir));
    }

    static LeaseRequest acquire(long seenEpoch, long seenRenewals, long token, long dice) {
        Hold won = hold(token, dice);
        return new LeaseRequest.Acquire(new Bid(ELECTION, seenEpoch, seenRenewals, won.token(), won.nonce()));
    }

    /** A bid for a row that stood still for a full lease. */
    static LeaseRequest acquireObserved(long seenEpoch, long seenRenewals, long token, long dice) {
        Hold won = hold(token, dice);
        return new LeaseRequest.Acquire(new Bid(ELECTION, seenEpoch, seenRenewals, won.token(), won.nonce(), true));
    }

    static Effect follow(Row row) {
        return new Effect.Follow(
                Objects.requireNonNull(row.seenAt(new StoreTime(0)).term()), Row.SINCE);
    }

    static Effect leaderHasGone() {
        return new Effect.Vacant(false);
    }

    static Effect leaderFellSilent() {
        return new Effect.Vacant(true);
    }

    /** Until when a term may be relied on that was asked for at this time: (10 s - 1 s) / 1.01 later. */
    static MonoTime stopBy(MonoTime sentAt) {
        return sentAt.plus(Duration.ofNanos(8_910_891_089L));
    }

    /** Two seconds of drain before {@link #stopBy}. */
    static MonoTime wrapUpAt(MonoTime sentAt) {
        return stopBy(sentAt).minus(Duration.ofSeconds(2));
    }
}
