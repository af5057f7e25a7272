package dev.primus.core.lease;

import dev.primus.core.FencingToken;
import dev.primus.core.LossReason;
import dev.primus.core.MonoTime;
import dev.primus.core.election.Effect;
import dev.primus.core.election.Moment;
import dev.primus.core.election.Phase;
import dev.primus.core.election.Step;
import dev.primus.core.election.Wish;
import dev.primus.core.spi.Bid;
import dev.primus.core.spi.Hold;
import dev.primus.core.spi.Parting;
import dev.primus.core.spi.Sighting;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A standby: sleeps until the present lease should have run out, looks, and bids when the row is free.
 *
 * @param stayBackUntil after giving leadership up, until when others have the first try
 * @param stayOutUntil until when it does not stand at all, because its duties failed it or it is not well
 * @param trustFrom when the machine last stood still: what was asked before may be won, and lost again, by now
 * @param orphans bids whose answer was lost; should one turn out to have won, it is adopted by renewing it
 */
record Waiting(Watch watch, MonoTime stayBackUntil, MonoTime stayOutUntil, List<Bid> orphans, MonoTime trustFrom)
        implements LeaseState {
    private static final int MOST_ORPHANS = 8;

    /** Enough for those who are told, and little for who wants the election back. */
    private static final Duration TIME_TO_BID = Duration.ofMillis(100);

    /** Back in the queue after a term; who lets others have the first try does not watch them over their shoulder. */
    static Waiting after(long highest, LeaseContest contest, Duration stayBack, Duration stayOut, Moment at) {
        Duration part = Spans.part(stayBack, 25);
        Duration untilOthersBid = part.compareTo(TIME_TO_BID) < 0 ? part : TIME_TO_BID;
        return new Waiting(
                Watch.after(highest, contest, at.now().plus(untilOthersBid)),
                at.now().plus(stayBack),
                at.now().plus(stayOut),
                List.of(),
                at.now());
    }

    @Override
    public Phase phase() {
        return Phase.WAITING;
    }

    @Override
    public String obstacle(MonoTime now) {
        if (now.isBefore(stayOutUntil)) {
            return "it stands aside, since it could not do its duties well";
        }
        String doubt = watch.outlook().obstacle(watch.contest().timing(), now);
        if (!doubt.isEmpty()) {
            return doubt;
        }
        if (now.isBefore(stayBackUntil)) {
            return "it lets others have the first try";
        }
        Sighting row = watch.outlook().last();
        if (row == null
                || row.heir() == null
                || row.isLive()
                || row.isOpenTo(watch.contest().self().name())) {
            return "";
        }
        return "the first try is reserved for " + row.heir();
    }

    @Override
    public @Nullable MonoTime unknownSince() {
        return watch.outlook().unknownSince();
    }

    @Override
    public MonoTime wakeAt() {
        return watch.wakeAt();
    }

    @Override
    public MonoTime wakeFrom() {
        return watch.wakeFrom();
    }

    @Override
    public Step<LeaseState> woken(Moment at) {
        if (!watch.isDue(at.now())) {
            return Step.to(this);
        }
        return isWorthABid(at) ? bid(watch, Sighting.RELEASED, List.of(), at) : ask(watch, watch.question(), List.of());
    }

    /**
     * Who hears that this very election was given back bids at once, for the row as nothing but a release by the leader
     * it has seen leaves it. A hint is no evidence here either: should the row be otherwise, the bid is refused, and the
     * refusal shows the row as a look would have.
     */
    private boolean isWorthABid(Moment at) {
        return watch.hints().byName()
                && watch.enrolled()
                && watch.outlook().leader() != null
                && watch.outlook().pause() == null
                && orphans.isEmpty()
                && !at.now().isBefore(mayBid(watch));
    }

    private MonoTime mayBid(Watch from) {
        return MonoTime.later(
                from.outlook().bidFrom(from.contest().timing()), MonoTime.later(stayBackUntil, stayOutUntil));
    }

    @Override
    public Step<LeaseState> hinted(boolean byName, Moment at) {
        return Step.to(with(watch.hinted(byName, at)));
    }

    @Override
    public Step<LeaseState> suspected(Moment at) {
        return Step.to(new Waiting(watch, stayBackUntil, stayOutUntil, orphans, at.now()));
    }

    /** Whoever waits can only be asked to stay out, or to leave; what it may have won unknowingly is given back then. */
    @Override
    public Step<LeaseState> asked(Wish wish, Moment at) {
        if (!wish.leave()) {
            MonoTime later = MonoTime.later(stayOutUntil, at.now().plus(wish.stayOut()));
            return Step.to(new Waiting(watch, stayBackUntil, later, orphans, trustFrom));
        }
        List<Effect> farewell = new ArrayList<>();
        for (Bid bid : unanswered()) {
            farewell.add(new LeaseRequest.Release(new Parting(bid.hold(), wish.reason(), null)));
        }
        farewell.add(watch.contest().farewell());
        return Step.to(new Left(), farewell);
    }

    @Override
    public Step<LeaseState> answered(LeaseAnswered event, Moment at) {
        if (!watch.isAnsweredBy(event)) {
            return Step.to(this);
        }
        return switch (event.answer().verdict()) {
            case YES -> wasAskedTooEarly(event) ? unsure(event, at) : accepted(event, at);
            case NO -> refused(event, at);
            case UNKNOWN -> unsure(event, at);
        };
    }

    private boolean wasAskedTooEarly(LeaseAnswered event) {
        boolean couldWin =
                event.request() instanceof LeaseRequest.Acquire || event.request() instanceof LeaseRequest.Renew;
        return couldWin && event.sentAt().isBefore(trustFrom);
    }

    private Step<LeaseState> unsure(LeaseAnswered event, Moment at) {
        Watch next = watch.unanswered(at);
        return Step.to(withOrphan(event.request()).with(next), next.outlook().newsSince(watch.outlook()));
    }

    private Step<LeaseState> accepted(LeaseAnswered event, Moment at) {
        if (event.request() instanceof LeaseRequest.Acquire won) {
            return won(holdOf(won.bid(), event.answer().granted()), event.countsFrom(), at);
        }
        if (event.request() instanceof LeaseRequest.Renew adopted) {
            return won(adopted.hold(), event.sentAt(), at);
        }
        Watch known = watch.enrolled(true);
        Sighting seen = event.answer().seen();
        return seen == null
                ? ask(known, known.question(), List.of())
                : with(known).saw(seen, event, at);
    }

    /** Refused is a bid, or a look at a row that is not there: the store has lost it. Neither is repeated at once. */
    private Step<LeaseState> refused(LeaseAnswered event, Moment at) {
        Sighting seen = event.answer().seen();
        Watch wiser = seen == null ? watch : watch.saw(seen, event.sentAt(), at);
        if (seen != null && (wiser.outlook().isHeld() || wasOnAHint(event.request()))) {
            return saw(seen, event, at);
        }
        if (event.request() instanceof LeaseRequest.Look) {
            return Step.to(with(watch.enrolled(false).failed(at)));
        }
        Duration pause = Spans.part(watch.contest().timing().lease(), 200);
        MonoTime again = at.now().plus(pause).plus(at.upTo(pause));
        return Step.to(
                with(wiser.lookingAt(again, Duration.ZERO, at)), wiser.outlook().newsSince(watch.outlook()));
    }

    /** The row was live when last seen. */
    private boolean wasOnAHint(LeaseRequest request) {
        return request instanceof LeaseRequest.Acquire && watch.outlook().leader() != null;
    }

    /** A win counts from the moment it was asked for; if too little of it is left, it is given back. */
    private Step<LeaseState> won(Hold hold, MonoTime sentAt, Moment at) {
        Tenure tenure = Tenure.begun(watch.contest(), hold, sentAt);
        if (tenure.isTimeToWrapUp(at.now())) {
            return giveBack(hold, at);
        }
        return Step.to(new Leading(tenure), new Effect.Grant(tenure.term(), tenure.stopBy()));
    }

    /** What is given back must never be adopted, though the row may name us until the release arrives. */
    private Step<LeaseState> giveBack(Hold hold, Moment at) {
        List<Bid> others = orphans.stream()
                .filter(bid -> !bid.nonce().equals(hold.nonce()))
                .toList();
        return Step.to(
                new Waiting(watch.failed(at), stayBackUntil, stayOutUntil, others, trustFrom),
                new LeaseRequest.Release(new Parting(hold, LossReason.EXPIRED, null)));
    }

    private Step<LeaseState> saw(Sighting seen, LeaseAnswered event, Moment at) {
        Watch wiser = watch.saw(seen, event.sentAt(), at);
        List<Effect> news = wiser.outlook().newsSince(watch.outlook());
        boolean othersHadTheirTry = seen.epoch() > watch.outlook().highest();
        MonoTime polite = othersHadTheirTry ? at.now() : stayBackUntil;
        Waiting here = new Waiting(wiser, polite, stayOutUntil, stillPossible(seen), trustFrom);
        if (wiser.outlook().isHeld()) {
            return here.isOrphan(seen)
                    ? here.ask(wiser, new LeaseRequest.Renew(holdOf(seen)), news)
                    : Step.to(here.with(wiser.untilLapse(seen, at)), news);
        }
        if (seen.pause() != null) {
            return Step.to(here.with(wiser.lookingAgain(at)), news);
        }
        LeaseContest contest = wiser.contest();
        MonoTime mayBid = here.mayBid(wiser);
        if (!seen.isOpenTo(contest.self().name())) {
            mayBid = MonoTime.later(mayBid, at.now().plus(seen.heirRemaining()));
        }
        if (at.now().isBefore(mayBid)) {
            return Step.to(here.with(wiser.lookingBy(mayBid, at)), news);
        }
        return here.bid(wiser, seen.renewals(), news, at);
    }

    private Step<LeaseState> bid(Watch from, long renewals, List<Effect> news, Moment at) {
        LeaseContest contest = from.contest();
        Bid bid = new Bid(
                contest.election(),
                from.outlook().epoch(),
                renewals,
                from.outlook().nextToken(),
                contest.nonce(at),
                from.outlook().abandoned());
        return ask(from, new LeaseRequest.Acquire(bid), news);
    }

    private Step<LeaseState> ask(Watch from, LeaseRequest request, List<Effect> news) {
        List<Effect> effects = new ArrayList<>(news);
        effects.add(request);
        return Step.to(with(from.asked(request)), effects);
    }

    private Waiting with(Watch other) {
        return new Waiting(other, stayBackUntil, stayOutUntil, orphans, trustFrom);
    }

    private Waiting withOrphan(LeaseRequest request) {
        if (!(request instanceof LeaseRequest.Acquire acquire)) {
            return this;
        }
        List<Bid> more = new ArrayList<>(orphans);
        more.add(acquire.bid());
        if (more.size() > MOST_ORPHANS) {
            more.remove(0);
        }
        return new Waiting(watch, stayBackUntil, stayOutUntil, List.copyOf(more), trustFrom);
    }

    private List<Bid> unanswered() {
        return watch.pending() instanceof LeaseRequest.Acquire ? withOrphan(watch.pending()).orphans : orphans;
    }

    /** A bid is a compare-and-set on the epoch seen: once the row shows another term, it has lost for ever. */
    private List<Bid> stillPossible(Sighting seen) {
        if (orphans.isEmpty()) {
            return orphans;
        }
        return orphans.stream()
                .filter(bid -> bid.seenEpoch() == seen.epoch() || bid.nonce().equals(seen.nonce()))
                .toList();
    }

    private boolean isOrphan(Sighting seen) {
        return watch.contest().self().equals(seen.holder())
                && orphans.stream().anyMatch(bid -> bid.nonce().equals(seen.nonce()));
    }

    /** An arbiter that knows of a later term than the bidder did gives it one above that. */
    private static Hold holdOf(Bid bid, @Nullable FencingToken granted) {
        return granted == null ? bid.hold() : new Hold(bid.election(), granted, bid.nonce());
    }

    private Hold holdOf(Sighting seen) {
        return new Hold(seen.election(), new FencingToken(seen.epoch()), seen.nonce());
    }
}
