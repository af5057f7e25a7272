package dev.primus.core.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.LeaseTiming;
import dev.primus.core.LossReason;
import dev.primus.core.MonoTime;
import dev.primus.core.NodeName;
import dev.primus.core.Pause;
import dev.primus.core.StoreTime;
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
import dev.primus.core.spi.Answer;
import dev.primus.core.spi.Bid;
import dev.primus.core.spi.Hold;
import dev.primus.core.spi.Parting;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One node under a store that says anything at any time, and everything that must hold all the same. Each request is
 * answered once, at some time; what was answered before may be said again when nobody asks.
 */
final class Walk implements Hands {
    private static final LeaseTiming TIMING = LeaseTiming.DEFAULT;
    private static final Set<LossReason> LOST = Set.of(LossReason.TAKEN, LossReason.EXPIRED, LossReason.SUSPECT);

    private static final ElectionEvent<LeaseState> SUSPECTED = new CommonEvent.Suspected<>();
    private static final ElectionEvent<LeaseState> LEAVE = new CommonEvent.Asked<>(Wish.LEAVE);
    private static final ElectionEvent<LeaseState> RESIGN = new CommonEvent.Asked<>(Wish.RESIGN);

    private record Sent(LeaseRequest request, MonoTime at) {}

    private record Line(MonoTime at, ElectionEvent<LeaseState> event, Step<LeaseState> step) {
        @Override
        public String toString() {
            return "%,d %s -> %s %s".formatted(at.nanos(), event, step.next().phase(), step.effects());
        }
    }

    private final Random random;
    private final List<Line> trace = new ArrayList<>();
    private final List<Sent> underWay = new ArrayList<>();
    private final List<Sent> answered = new ArrayList<>();
    private final List<Bid> bids = new ArrayList<>();
    private final Set<Hold> over = new HashSet<>();

    private LeaseState state;
    private MonoTime now = LeaseScript.START;
    private MonoTime lastYes = LeaseScript.START;
    private long epoch;

    private @Nullable Term held;
    private @Nullable Term dutiesOf;
    private long highestGrant;
    private MonoTime reliedUntil = LeaseScript.START;
    private MonoTime suspectedAt = LeaseScript.START;
    private MonoTime answeredSentAt = LeaseScript.START;
    private boolean suspended;
    private boolean leaving;
    private int grants;

    Walk(long seed) {
        random = new Random(seed);
        LeaseTiming timing = TIMING.withStrictClock(random.nextInt(4) == 0);
        LeaseContest contest = new LeaseContest(LeaseScript.ELECTION, LeaseScript.SELF, timing);
        Step<LeaseState> first = random.nextInt(10) == 0 ? contest.observe(moment()) : contest.join(0, moment());
        state = first.next();
        carryOut(first.effects());
    }

    /** Runs so many events and gives back how often the node came to lead. */
    int run(int events) {
        try {
            for (int i = 0; i < events; i++) {
                happens(nextEvent());
                neverSpins();
            }
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError(story(), e);
        }
        return grants;
    }

    private String story() {
        return trace.stream()
                .skip(Math.max(0, trace.size() - 40))
                .map(Line::toString)
                .collect(Collectors.joining("\n"));
    }

    private void happens(ElectionEvent<LeaseState> event) {
        LeaseState before = state;
        Step<LeaseState> step = Step.from(state, event, moment());
        state = step.next();
        trace.add(new Line(now, event, step));
        if (event.equals(SUSPECTED)) {
            suspectedAt = now;
        }
        leaving |= event.equals(LEAVE);
        carryOut(step.effects());
        if (before.phase() == Phase.LEFT) {
            assertThat(step).as("who left is silent").isEqualTo(Step.to(before));
        }
        assertThat(held != null)
                .as("leadership is held or suspended exactly while leading or suspect")
                .isEqualTo(state.phase() == Phase.LEADING || state.phase() == Phase.SUSPECT);
        assertThat(suspended).isEqualTo(state.phase() == Phase.SUSPECT);
        if (leaving) {
            assertThat(state.phase()).as("who wants to leave is on the way").isIn(Phase.STEPPING_DOWN, Phase.LEFT);
        }
    }

    /** Woken when it wants to be, a state changes or asks; it does not want the same again and again. */
    private void neverSpins() {
        for (int i = 0; !now.isBefore(state.wakeAt()); i++) {
            assertThat(i).as("woken again and again at one time").isLessThan(4);
            LeaseState before = state;
            int asked = underWay.size();
            happens(new CommonEvent.Woken<>());
            assertThat(state.equals(before) && underWay.size() == asked)
                    .as("woken for nothing")
                    .isFalse();
        }
        assertThat(state.wakeFrom()).isLessThanOrEqualTo(state.wakeAt());
    }

    // what happens

    private ElectionEvent<LeaseState> nextEvent() {
        int kind = random.nextInt(100);
        if (kind < 50 && !underWay.isEmpty()) {
            passes(random.nextInt(10) == 0 ? 12_000 : 300);
            return answer(underWay.remove(random.nextInt(underWay.size())));
        }
        if (kind < 55 && dutiesOf != null) {
            passes(1_000);
            return new CommonEvent.DutiesEnded<>(new DutiesStopped(dutiesOf, random.nextInt(5) > 0));
        }
        if (kind < 75) {
            boolean toTheMinute = !state.wakeAt().equals(MonoTime.NEVER) && random.nextInt(4) > 0;
            if (toTheMinute) {
                now = MonoTime.later(now, state.wakeAt());
            } else {
                passes(random.nextInt(20) == 0 ? 60_000 : 1_000);
            }
            return new CommonEvent.Woken<>();
        }
        passes(200);
        if (kind < 85) {
            return new CommonEvent.Beat<>();
        }
        if (kind < 90) {
            return new CommonEvent.Hinted<>(random.nextBoolean());
        }
        if (kind < 93) {
            return SUSPECTED;
        }
        if (kind < 96) {
            return random.nextInt(10) == 0 ? LEAVE : RESIGN;
        }
        return staleAnswer();
    }

    private void passes(int upToMillis) {
        now = now.plus(Duration.ofMillis(random.nextInt(upToMillis)));
    }

    private ElectionEvent<LeaseState> staleAnswer() {
        if (answered.isEmpty()) {
            return new CommonEvent.Hinted<>(random.nextBoolean());
        }
        Sent again = answered.get(random.nextInt(answered.size()));
        boolean asked = underWay.stream().anyMatch(sent -> sent.request().equals(again.request()));
        return asked ? new CommonEvent.Hinted<>(random.nextBoolean()) : answer(again);
    }

    private LeaseAnswered answer(Sent sent) {
        answered.add(sent);
        answeredSentAt = sent.at();
        Answer answer = switch (random.nextInt(10)) {
            case 0, 1 -> Answer.unknown(LeaseScript.ELECTION, "timed out");
            case 2 -> Answer.no(LeaseScript.ELECTION);
            case 3 -> Answer.refused(anyRow().seenAt(storeTime()));
            default -> isLook(sent) ? Answer.seen(anyRow().seenAt(storeTime())) : yes(sent);
        };
        return new LeaseAnswered(sent.request(), answer, sent.at());
    }

    private static boolean isLook(Sent sent) {
        return sent.request() instanceof LeaseRequest.Look || sent.request() instanceof LeaseRequest.Enroll;
    }

    private Answer yes(Sent sent) {
        lastYes = MonoTime.later(lastYes, sent.at());
        return Answer.yes(LeaseScript.ELECTION);
    }

    private StoreTime storeTime() {
        long jump = random.nextInt(20) == 0 ? random.nextInt(5_000_000) : 0;
        return new StoreTime(now.nanos() / 1000 + jump);
    }

    private Row anyRow() {
        epoch += random.nextInt(2);
        long shown = random.nextInt(30) == 0 ? random.nextLong(epoch + 1) : epoch;
        Duration remaining = Duration.ofMillis(random.nextInt(10_000));
        Row row = switch (random.nextInt(6)) {
            case 0 -> Row.released(shown).heir("core-9", remaining.dividedBy(4));
            case 1 -> Row.lapsed(LeaseScript.OTHER, shown);
            case 2 -> Row.heldBy(LeaseScript.OTHER, shown).lasting(remaining);
            case 3 ->
                bids.isEmpty()
                        ? Row.untouched()
                        : Row.wonBy(bids.get(bids.size() - 1)).lasting(remaining);
            default -> Row.released(shown);
        };
        epoch = Math.max(epoch, row.epoch());
        return random.nextInt(10) == 0 ? row.stampedBy("db-0") : row;
    }

    private Moment moment() {
        return new Moment(now, random.nextLong());
    }

    // what must hold

    private void carryOut(List<Effect> effects) {
        effects.forEach(effect -> effect.by(this));
    }

    @Override
    public void grant(Term term, MonoTime stopBy) {
        assertThat(held).as("C8 granted while another term is held").isNull();
        assertThat(term.token().value()).as("C1 tokens rise").isGreaterThan(highestGrant);
        isBounded(stopBy);
        reliedUntil = stopBy;
        held = term;
        highestGrant = term.token().value();
        grants++;
    }

    @Override
    public void prolong(Term term, MonoTime stopBy) {
        assertThat(term).isEqualTo(held);
        assertThat(now).as("C6 a reply after stopBy makes nobody leader").isLessThan(reliedUntil);
        isBounded(stopBy);
        reliedUntil = stopBy;
    }

    @Override
    public void suspend(Term term) {
        assertThat(term).isEqualTo(held);
        suspended = true;
    }

    @Override
    public void resume(Term term, MonoTime stopBy) {
        assertThat(term).isEqualTo(held);
        assertThat(suspended).isTrue();
        assertThat(answeredSentAt)
                .as("confirmed by what was sent after the doubt")
                .isGreaterThanOrEqualTo(suspectedAt);
        assertThat(now).as("C6 a reply after stopBy makes nobody leader").isLessThan(reliedUntil);
        isBounded(stopBy);
        reliedUntil = stopBy;
        suspended = false;
    }

    private void isBounded(MonoTime stopBy) {
        assertThat(stopBy).as("C6 counted from the sending").isLessThanOrEqualTo(lastYes.plus(TIMING.reign()));
        assertThat(stopBy).as("C6 nothing is granted that is over").isGreaterThan(now);
    }

    @Override
    public void revoke(Term term, LossReason reason) {
        assertThat(term).as("C8 revoked what was granted, once").isEqualTo(held);
        held = null;
        suspended = false;
        if (LOST.contains(reason)) {
            over.addAll(bids.stream()
                    .map(Bid::hold)
                    .filter(hold -> hold.token().equals(term.token()))
                    .toList());
        }
    }

    @Override
    public void stopDuties(Term term, MonoTime by) {
        assertThat(held).as("revoked before duties are stopped").isNull();
        dutiesOf = term;
    }

    @Override
    public void released(Term term, LossReason reason, boolean confirmed) {
        assertThat(term).isEqualTo(dutiesOf);
        dutiesOf = null;
    }

    @Override
    public void follow(Term leader, @Nullable Instant since) {
        assertThat(state.phase()).isIn(Phase.WAITING, Phase.OBSERVING);
    }

    @Override
    public void vacant(boolean lapsed) {
        assertThat(state.phase()).isIn(Phase.WAITING, Phase.OBSERVING);
    }

    @Override
    public void leaderUnknown() {
        assertThat(state.phase()).isIn(Phase.WAITING, Phase.OBSERVING);
    }

    @Override
    public void paused(@Nullable Pause pause) {
        assertThat(state.phase()).isIn(Phase.WAITING, Phase.OBSERVING);
    }

    @Override
    public void alarm(Effect.Alarm alarm) {
        assertThat(alarm.detail()).isNotBlank();
    }

    @Override
    public void request(EngineRequest request) {
        LeaseRequest asked = (LeaseRequest) request;
        assertThat(underWay.stream().map(Sent::request))
                .as("asked once at a time")
                .doesNotContain(asked);
        underWay.add(new Sent(asked, now));
        asked.to(rules);
    }

    private final LeaseRequest.Desk rules = new LeaseRequest.Desk() {
        @Override
        public void enroll(LeaseRequest.Enroll request) {}

        @Override
        public void look(LeaseRequest.Look request) {
            assertThat(held).isNull();
        }

        @Override
        public void acquire(LeaseRequest.Acquire request) {
            assertThat(held).isNull();
            assertThat(request.bid().token().value()).as("C1").isGreaterThan(highestGrant);
            assertThat(bids.stream().map(Bid::nonce))
                    .as("nonces are fresh")
                    .doesNotContain(request.bid().nonce());
            bids.add(request.bid());
        }

        @Override
        public void renew(LeaseRequest.Renew request) {
            assertThat(over).as("C6 no renewal after a loss").doesNotContain(request.hold());
        }

        @Override
        public void release(LeaseRequest.Release request) {
            Parting parting = request.parting();
            boolean isHeld = held != null && held.token().equals(parting.hold().token());
            assertThat(isHeld).as("C7 revoked before it is released").isFalse();
            assertThat(parting.heir()).as("nobody was named").isNotEqualTo(new NodeName("core-9"));
        }
    };
}
