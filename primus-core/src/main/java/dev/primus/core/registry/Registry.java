package dev.primus.core.registry;

import dev.primus.core.ElectionName;
import dev.primus.core.FencingToken;
import dev.primus.core.LossReason;
import dev.primus.core.MonoTime;
import dev.primus.core.NodeId;
import dev.primus.core.NodeName;
import dev.primus.core.Pause;
import dev.primus.core.Quorum;
import dev.primus.core.StoreTime;
import dev.primus.core.Term;
import dev.primus.core.spi.Answer;
import dev.primus.core.spi.Bid;
import dev.primus.core.spi.CandidateRecord;
import dev.primus.core.spi.Enrolment;
import dev.primus.core.spi.Hold;
import dev.primus.core.spi.Mark;
import dev.primus.core.spi.Parting;
import dev.primus.core.spi.PeerView;
import dev.primus.core.spi.Sighting;
import dev.primus.core.spi.TermRecord;
import dev.primus.core.spi.Verdict;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A member of the registry: the arbiter of its own candidates, and a voice for those of all others. It knows no clock and
 * sends nothing itself; whoever drives it says what time it is and carries out what it decides. One thread at a time.
 *
 * <p>A term is held by promises: a leader asks all members for another spell, and holds on while enough of them agree.
 * A member that agrees follows nobody else for a lease, and remembers the term for ever. Views only say when to try.
 */
public final class Registry {
    private static final String CLOCK = "peers";

    /** Elections in one message, so that it stays small however many there are. */
    private static final int MOST_IN_A_MESSAGE = 50;

    private final RegistryRules rules;
    private final RegistryHands hands;
    private final MonoTime startedAt;
    private final Map<ElectionName, Mark> marks = new HashMap<>();
    private final Map<ElectionName, Page> pages = new LinkedHashMap<>();
    private final Map<ElectionName, Enrolment.Part> parts = new LinkedHashMap<>();
    private final Map<ElectionName, Holding> holdings = new LinkedHashMap<>();
    private final Map<ElectionName, Petition> petitions = new LinkedHashMap<>();
    private final Map<Long, List<Tally>> rounds = new LinkedHashMap<>();
    private final List<Tally> endings = new ArrayList<>();
    private final List<Unkept> unkept = new ArrayList<>();
    private final Map<NodeName, NodeId> acquaintances = new LinkedHashMap<>();
    private final Edition edition = new Edition();
    private final Deque<Runnable> toSelf = new ArrayDeque<>();
    private final Set<NodeId> spoken = new HashSet<>();
    private PeerView view;
    private @Nullable ViewId answered;
    private @Nullable Registrar registrar;
    private boolean complete;
    private MonoTime looked = new MonoTime(0);
    private long roundNumber;
    private boolean delivering;

    /** A claim of this member's own that has not been answered. */
    private record Petition(Bid bid, MonoTime deadline, Consumer<Answer> reply) {}

    /** A promise that is not given before its term was made durable. */
    private record Unkept(NodeId to, long round, RegistryMessage.Vote vote) {}

    /**
     * @param marks what this member has promised in former lives
     */
    public Registry(RegistryRules rules, RegistryHands hands, List<Mark> marks, MonoTime startedAt) {
        this.rules = rules;
        this.hands = hands;
        this.startedAt = startedAt;
        this.view = new PeerView(0, List.of(rules.self()));
        marks.forEach(mark -> this.marks.put(mark.election(), mark));
    }

    // ---- what this node's candidates ask -------------------------------------------------------------------------

    public Answer enroll(Enrolment enrolment, MonoTime now) {
        edition.changed();
        parts.put(enrolment.election(), enrolment.part());
        page(enrolment.election()).roll().put(rules.self(), enrolment.part());
        others().forEach(member -> send(member, new RegistryMessage.Enrolled(List.of(enrolment)), now));
        deliverToSelf();
        return Answer.seen(sighting(enrolment.election(), now));
    }

    public Answer look(ElectionName election, MonoTime now) {
        return Answer.seen(sighting(election, now));
    }

    /** Asks the registrar for a term, and then the members for their promises. */
    public void acquire(Bid bid, MonoTime deadline, Consumer<Answer> reply, MonoTime now) {
        Sighting seen = sighting(bid.election(), now);
        if (seen.isLive() || !seen.isOpenTo(rules.self().name())) {
            reply.accept(Answer.refused(seen));
            return;
        }
        petitions.put(bid.election(), new Petition(bid, deadline, reply));
        petition(bid, now);
        deliverToSelf();
    }

    private void petition(Bid bid, MonoTime now) {
        Testimony known = testimony(page(bid.election()), now);
        send(view.registrar(), new RegistryMessage.Claim(ViewId.of(view), bid.nonce(), known), now);
    }

    /** Asks the members for another spell of everything at once. */
    public void renew(List<Hold> holds, MonoTime deadline, Consumer<Answer> reply, MonoTime now) {
        List<Tally> tallies = new ArrayList<>();
        List<RegistryMessage.Beat> beats = new ArrayList<>();
        for (Hold hold : holds) {
            Holding mine = holdings.get(hold.election());
            Page page = page(hold.election());
            boolean merged = mine != null && (mine.outvoted() || page.isDisplaced(mine.term()));
            if (mine == null || !mine.term().token().equals(hold.token()) || merged) {
                reply.accept(lost(hold.election(), merged ? LossReason.MERGED : LossReason.TAKEN, now));
                continue;
            }
            holdings.put(hold.election(), mine.keptAt(now));
            tallies.add(new Tally(hold.election(), mine.term(), deadline, (answer, at) -> reply.accept(answer))
                    .ofRenewal());
            beats.add(beat(page, mine, List.of()));
        }
        call(false, tallies, beats, now);
        deliverToSelf();
    }

    private static RegistryMessage.Beat beat(Page page, Holding mine, List<Term> over) {
        return new RegistryMessage.Beat(page.election(), mine.term(), mine.since(), over);
    }

    private void call(boolean asking, List<Tally> tallies, List<RegistryMessage.Beat> beats, MonoTime now) {
        for (int from = 0; from < beats.size(); from += MOST_IN_A_MESSAGE) {
            int to = Math.min(from + MOST_IN_A_MESSAGE, beats.size());
            long number = ++roundNumber;
            rounds.put(number, new ArrayList<>(tallies.subList(from, to)));
            RegistryMessage.Round round = new RegistryMessage.Round(number, asking, beats.subList(from, to));
            audience().forEach(member -> send(member, round, now));
        }
    }

    private static <T> List<List<T>> inParts(List<T> all) {
        List<List<T>> parts = new ArrayList<>();
        for (int from = 0; from == 0 || from < all.size(); from += MOST_IN_A_MESSAGE) {
            parts.add(all.subList(from, Math.min(from + MOST_IN_A_MESSAGE, all.size())));
        }
        return parts;
    }

    /** Gives a term back and tells everybody; answered once enough have taken notice for a successor to come. */
    public void release(Parting parting, MonoTime deadline, Consumer<Answer> reply, MonoTime now) {
        ElectionName election = parting.election();
        Holding mine = holdings.get(election);
        if (mine == null || !mine.term().token().equals(parting.hold().token())) {
            reply.accept(lost(election, LossReason.TAKEN, now));
            return;
        }
        endings.add(new Tally(election, mine.term(), deadline, (answer, at) -> reply.accept(answer)));
        end(election, mine.term(), parting.reason(), parting.heir(), now);
        deliverToSelf();
    }

    private void end(ElectionName election, Term term, LossReason reason, @Nullable NodeName heir, MonoTime now) {
        holdings.computeIfPresent(election, (name, mine) -> mine.term().equals(term) ? null : mine);
        RegistryMessage.Ended word = new RegistryMessage.Ended(election, term, reason, heir);
        audience().forEach(member -> send(member, word, now));
    }

    /**
     * An operator pauses an election, or lets it go on.
     *
     * @return false if there is no such election, or that was so already
     */
    public boolean pause(ElectionName election, @Nullable Pause pause, MonoTime now) {
        Page known = pages.get(election);
        if (known == null || (known.pause() == null) == (pause == null)) {
            return false;
        }
        PauseMark mark = new PauseMark(pause, hands.wallMillis());
        audience().forEach(member -> send(member, new RegistryMessage.Paused(election, mark), now));
        deliverToSelf();
        return true;
    }

    // ---- what this node is told ------------------------------------------------------------------------------------

    public void viewed(PeerView next, MonoTime now) {
        boolean lostSomebody = !next.members().containsAll(view.members());
        List<NodeId> newcomers = next.members().stream()
                .filter(member -> !view.has(member) && !member.equals(rules.self()))
                .toList();
        view = next;
        spoken.retainAll(next.members());
        if (answered != null && !next.has(answered.registrar())) {
            answered = null;
        }
        edition.changed();
        complete |= next.members().size() >= rules.quorum().size();
        next.members().forEach(member -> acquaintances.put(member.name(), member));
        for (Page page : pages.values()) {
            if (page.viewed(next, now)) {
                hands.worthALook(page.election());
            }
        }
        registrar = null;
        if (next.registrar().equals(rules.self())) {
            MonoTime opens = rules.rulings().opensAt(now, lostSomebody, settled(now), rules.timing());
            registrar = new Registrar(next, opens, now.plus(askAgain()));
            RegistryMessage.Collect question = new RegistryMessage.Collect(ViewId.of(next));
            next.members().forEach(member -> send(member, question, now));
        }
        introduceTo(newcomers, now);
        petitions.values().forEach(petition -> petition(petition.bid(), now));
        deliverToSelf();
    }

    /** Who has not been there when this member enrolled does not know of it yet. */
    private void introduceTo(List<NodeId> newcomers, MonoTime now) {
        List<Enrolment> all = new ArrayList<>();
        parts.forEach((election, part) -> all.add(new Enrolment(election, part)));
        for (List<Enrolment> some : inParts(all)) {
            if (!some.isEmpty()) {
                newcomers.forEach(member -> send(member, new RegistryMessage.Enrolled(some), now));
            }
        }
    }

    public void heard(NodeId from, RegistryMessage message, MonoTime now) {
        message.to(new Hearing(from, now));
        deliverToSelf();
    }

    /** These marks are durable now. */
    public void kept(List<Mark> durable, MonoTime now) {
        for (Mark mark : durable) {
            List<Unkept> due = unkept.stream()
                    .filter(promise -> promise.vote().election().equals(mark.election())
                            && promise.vote().term().equals(mark.term()))
                    .toList();
            unkept.removeAll(due);
            due.forEach(promise -> send(
                    promise.to(),
                    new RegistryMessage.Voted(promise.round(), rules.voter(), List.of(promise.vote())),
                    now));
        }
        deliverToSelf();
    }

    /** When {@link #woken} is wanted; what changed by itself since the last time is overdue, not forgotten. */
    public MonoTime wakeAt() {
        MonoTime next = registrar == null ? MonoTime.NEVER : registrar.wakeAt();
        for (Petition petition : petitions.values()) {
            next = MonoTime.earlier(next, petition.deadline());
        }
        for (List<Tally> tallies : rounds.values()) {
            for (Tally tally : tallies) {
                next = MonoTime.earlier(next, tally.deadline());
            }
        }
        for (Tally ending : endings) {
            next = MonoTime.earlier(next, ending.deadline());
        }
        for (Holding mine : holdings.values()) {
            next = MonoTime.earlier(next, mine.keptAt().plus(rules.timing().silence()));
        }
        for (Page page : pages.values()) {
            next = MonoTime.earlier(next, page.changesAt(looked));
        }
        return next;
    }

    public void woken(MonoTime now) {
        giveUpOn(now);
        Registrar office = registrar;
        if (office != null) {
            if (office.isDueToAskAgain(now, now.plus(askAgain()))) {
                office.silent().forEach(member -> send(member, new RegistryMessage.Collect(office.view()), now));
            }
            serve(office, now);
        }
        for (Page page : pages.values()) {
            if (!now.isBefore(page.changesAt(looked))) {
                edition.changed();
                hands.worthALook(page.election());
            }
        }
        looked = now;
        deliverToSelf();
    }

    private Duration askAgain() {
        return rules.timing().lease().ioTimeout();
    }

    /** Whoever was not answered in time is told that nobody knows; a claim that came to nothing is given up aloud. */
    private void giveUpOn(MonoTime now) {
        for (Petition petition : List.copyOf(petitions.values())) {
            if (!now.isBefore(petition.deadline())) {
                ElectionName election = petition.bid().election();
                petitions.remove(election);
                petition.reply().accept(Answer.unknown(election, "the registrar did not answer"));
            }
        }
        for (List<Tally> tallies : List.copyOf(rounds.values())) {
            for (Tally tally : List.copyOf(tallies)) {
                if (!now.isBefore(tally.deadline())) {
                    tallies.remove(tally);
                    tally.answer(Answer.unknown(tally.election(), "too few members have answered"), now);
                }
            }
        }
        rounds.values().removeIf(List::isEmpty);
        for (Tally ending : List.copyOf(endings)) {
            if (!now.isBefore(ending.deadline())) {
                endings.remove(ending);
                ending.answer(Answer.unknown(ending.election(), "too few members have answered"), now);
            }
        }
        for (Map.Entry<ElectionName, Holding> held : List.copyOf(holdings.entrySet())) {
            if (!now.isBefore(held.getValue().keptAt().plus(rules.timing().silence()))) {
                end(held.getKey(), held.getValue().term(), LossReason.EXPIRED, null, now);
            }
        }
    }

    /** What a member has said, and who it was. */
    private final class Hearing implements RegistryMessage.Reader {
        private final NodeId from;
        private final MonoTime now;

        Hearing(NodeId from, MonoTime now) {
            this.from = from;
            this.now = now;
        }

        @Override
        public void collect(RegistryMessage.Collect message) {
            if (answered == null || message.view().compareTo(answered) > 0) {
                answered = message.view();
            }
            List<Testimony> all =
                    pages.values().stream().map(page -> testimony(page, now)).toList();
            List<List<Testimony>> parts = inParts(all);
            for (int i = 0; i < parts.size(); i++) {
                send(
                        from,
                        new RegistryMessage.Collected(message.view(), rules.voter(), i + 1, parts.size(), parts.get(i)),
                        now);
            }
        }

        @Override
        public void collected(RegistryMessage.Collected message) {
            Registrar office = registrar;
            if (office == null || !office.view().equals(message.view())) {
                return;
            }
            edition.changed();
            message.testimonies().forEach(told -> page(told.election()).learn(told, from, view, now));
            if (office.heard(from, message)) {
                review(office, now);
                serve(office, now);
            }
        }

        @Override
        public void claim(RegistryMessage.Claim message) {
            Registrar office = registrar;
            if (office == null || !office.view().equals(message.view()) || !view.has(from)) {
                return;
            }
            page(message.known().election()).learn(message.known(), from, view, now);
            office.queue(from, message);
            serve(office, now);
        }

        @Override
        public void granted(RegistryMessage.Granted message) {
            Petition petition = petitions.get(message.election());
            boolean late = rules.rulings().isTooLate(message.view(), answered);
            if (petition == null
                    || !petition.bid().nonce().equals(message.nonce())
                    || !message.view().equals(ViewId.of(view))
                    || !message.term().leader().equals(rules.self())
                    || late) {
                return;
            }
            petitions.remove(message.election());
            Holding mine = Holding.granted(message.term(), petition.bid().nonce(), hands.wallMillis(), now);
            holdings.put(message.election(), mine);
            Page page = page(message.election());
            RegistryMessage.Beat beat =
                    beat(page, mine, List.copyOf(page.docket().over()));
            if (rules.quorum().isByPromise()) {
                Tally willing = new Tally(
                        message.election(),
                        mine.term(),
                        petition.deadline(),
                        (answer, at) -> found(petition, mine, beat, answer, at));
                call(true, List.of(willing), List.of(beat), now);
            } else {
                begin(petition, mine, beat, now);
            }
        }

        @Override
        public void refused(RegistryMessage.Refused message) {
            ElectionName election = message.known().election();
            page(election).learn(message.known(), from, view, now);
            Petition petition = petitions.get(election);
            if (petition != null && petition.bid().nonce().equals(message.nonce())) {
                petitions.remove(election);
                petition.reply().accept(Answer.refused(sighting(election, now)));
            }
        }

        @Override
        public void round(RegistryMessage.Round message) {
            List<RegistryMessage.Vote> votes = new ArrayList<>();
            List<Mark> fresh = new ArrayList<>();
            for (RegistryMessage.Beat beat : message.beats()) {
                if (!beat.term().leader().equals(from)) {
                    continue;
                }
                Page page = page(beat.election());
                page.ended(beat.over());
                RegistryMessage.Stance stance = stance(page, beat);
                RegistryMessage.Vote vote =
                        new RegistryMessage.Vote(beat.election(), beat.term(), stance, page.heeded());
                if (message.asking() && stance == RegistryMessage.Stance.PROMISED) {
                    votes.add(new RegistryMessage.Vote(
                            beat.election(), beat.term(), RegistryMessage.Stance.WILLING, page.heeded()));
                    continue;
                }
                if (stance != RegistryMessage.Stance.PROMISED) {
                    votes.add(vote);
                    if (!message.asking() && rules.rulings().isWorthHeeding(stance, rules.quorum())) {
                        page.claimed(beat.term(), view, now);
                    }
                    continue;
                }
                boolean known = beat.term().equals(page.mark());
                boolean news = !page.docket().claims().containsKey(beat.term());
                page.promise(beat.term(), beat.since(), view, now);
                settled(beat.election(), beat.term());
                boolean pending = unkept.stream()
                        .anyMatch(promise -> promise.vote().election().equals(beat.election())
                                && promise.vote().term().equals(beat.term()));
                if (rules.voter() && (!known || pending)) {
                    unkept.add(new Unkept(from, message.number(), vote));
                    fresh.add(new Mark(beat.election(), beat.term()));
                } else {
                    votes.add(vote);
                }
                if (news) {
                    hands.worthALook(beat.election());
                }
            }
            if (!votes.isEmpty()) {
                send(from, new RegistryMessage.Voted(message.number(), rules.voter(), votes), now);
            }
            if (!fresh.isEmpty()) {
                hands.keep(fresh);
            }
        }

        private RegistryMessage.Stance stance(Page page, RegistryMessage.Beat beat) {
            boolean byPromise = rules.quorum().isByPromise();
            if (!byPromise && !view.has(from)) {
                return RegistryMessage.Stance.NOT_YET;
            }
            boolean justBegun = rules.voter()
                    && page.mayHavePromised()
                    && rules.rulings().isBound(startedAt, now, rules.quorum(), rules.timing());
            return page.judge(beat.term(), !justBegun, now);
        }

        @Override
        public void voted(RegistryMessage.Voted message) {
            boolean counts = rules.quorum().isByPromise()
                    ? message.voter() && rules.quorum().counts(from.name())
                    : view.has(from);
            if (counts) {
                message.votes().forEach(this::heed);
            }
            if (message.votes().stream().anyMatch(vote -> vote.stance() != RegistryMessage.Stance.NOT_YET)) {
                spoken.add(from);
            }
            List<Tally> tallies = rounds.get(message.round());
            if (tallies == null) {
                return;
            }
            for (RegistryMessage.Vote vote : message.votes()) {
                for (Tally tally : List.copyOf(tallies)) {
                    if (tally.election().equals(vote.election()) && tally.term().equals(vote.term()) && counts) {
                        count(tally, vote);
                        if (isDecided(tally, vote)) {
                            tallies.remove(tally);
                        }
                    }
                }
            }
            if (tallies.isEmpty()) {
                rounds.remove(message.round());
            }
        }

        /** How many others have had a say on anything: whoever has just joined may not see this node yet. */
        private int voices() {
            return (int) others().stream().filter(spoken::contains).count();
        }

        /** Also a vote that comes after the round was decided. */
        private void heed(RegistryMessage.Vote vote) {
            holdings.computeIfPresent(
                    vote.election(),
                    (election, mine) -> mine.term().equals(vote.term()) ? mine.outvotedBy(vote.highest()) : mine);
        }

        private void count(Tally tally, RegistryMessage.Vote vote) {
            tally.heeds(vote.highest());
            switch (vote.stance()) {
                case PROMISED, WILLING -> tally.agreed(from.name());
                case TAKEN, MERGED -> tally.refused(from.name());
                case NOT_YET -> {} // No refusal: whoever has just begun, or sees us late, may agree to the next round.
            }
        }

        private boolean isDecided(Tally tally, RegistryMessage.Vote vote) {
            ElectionName election = tally.election();
            page(election).counted(vote.highest());
            if (vote.stance() == RegistryMessage.Stance.MERGED || tally.isOutvoted()) {
                tally.answer(lost(election, LossReason.MERGED, now), now);
            } else if (vote.stance() == RegistryMessage.Stance.TAKEN
                    && !rules.quorum().isByPromise()) {
                tally.answer(lost(election, LossReason.TAKEN, now), now);
            } else if (tally.isCarried(rules, tally.isRenewal() ? voices() : others().size())) {
                tally.answer(Answer.seen(sighting(election, now)), now);
            } else if (tally.isLost(rules.quorum(), others().size())) {
                tally.answer(lost(election, LossReason.TAKEN, now), now);
            } else {
                return false;
            }
            return true;
        }

        @Override
        public void ended(RegistryMessage.Ended message) {
            if (!rules.rulings().mayEnd(from, message.term())) {
                return;
            }
            page(message.election()).ended(message.term(), message.reason(), message.heir(), now, hands.wallMillis());
            settled(message.election(), message.term());
            send(from, new RegistryMessage.Noted(message.election(), message.term(), rules.voter()), now);
            if (message.reason() == LossReason.NO_QUORUM) {
                hands.worthALook(message.election());
            } else {
                hands.givenBack(message.election());
            }
        }

        @Override
        public void noted(RegistryMessage.Noted message) {
            for (Tally ending : List.copyOf(endings)) {
                boolean counts = !rules.quorum().isByPromise()
                        || message.voter() && rules.quorum().counts(from.name());
                if (ending.election().equals(message.election())
                        && ending.term().equals(message.term())
                        && counts) {
                    ending.agreed(from.name());
                    if (ending.isCarried(rules, others().size())) {
                        endings.remove(ending);
                        ending.answer(Answer.yes(message.election()), now);
                    }
                }
            }
        }

        @Override
        public void displaced(RegistryMessage.Displaced message) {
            if (answered == null || message.view().compareTo(answered) >= 0) {
                page(message.election()).displaced(message.terms(), message.chosen(), now);
            }
        }

        @Override
        public void enrolled(RegistryMessage.Enrolled message) {
            edition.changed();
            message.enrolments()
                    .forEach(enrolment -> page(enrolment.election()).roll().put(from, enrolment.part()));
        }

        @Override
        public void paused(RegistryMessage.Paused message) {
            page(message.election()).paused(message.mark());
            edition.changed();
            hands.worthALook(message.election());
        }
    }

    /** Enough would promise a new term, or not. */
    private void found(Petition petition, Holding mine, RegistryMessage.Beat beat, Answer answer, MonoTime now) {
        if (answer.verdict() == Verdict.YES) {
            begin(petition, mine, beat, now);
        } else {
            begun(petition, mine, answer, now);
        }
    }

    private void begin(Petition petition, Holding mine, RegistryMessage.Beat beat, MonoTime now) {
        Tally first = new Tally(
                beat.election(), mine.term(), petition.deadline(), (answer, at) -> begun(petition, mine, answer, at));
        call(false, List.of(first), List.of(beat), now);
        deliverToSelf();
    }

    /** The first round of a new term is answered: it is held from here on, or given up before anybody relied on it. */
    private void begun(Petition petition, Holding mine, Answer answer, MonoTime now) {
        ElectionName election = petition.bid().election();
        switch (answer.verdict()) {
            case YES -> {
                page(election).led(mine.term());
                petition.reply().accept(Answer.granted(election, mine.term().token()));
            }
            case NO -> {
                giveUp(election, mine.term(), now);
                petition.reply().accept(Answer.refused(sighting(election, now)));
            }
            case UNKNOWN -> {
                giveUp(election, mine.term(), now);
                petition.reply().accept(answer);
            }
        }
    }

    /** A term that never began: nobody need hurry to succeed it, least of all who has just failed. */
    private void giveUp(ElectionName election, Term term, MonoTime now) {
        Page page = page(election);
        page.ended(List.of(term));
        page.restUntil(now.plus(rules.rulings().restAfterFailure(rules.timing())));
        end(election, term, LossReason.NO_QUORUM, null, now);
    }

    // ---- the registrar's office ------------------------------------------------------------------------------------

    /**
     * All have been heard. What a member was said to hold, and does not claim itself though it knows of it, is over. Where no promise binds,
     * claims that cannot go on beside each other are set aside together: the one who is chosen begins anew above all.
     */
    private void review(Registrar office, MonoTime now) {
        for (Page page : pages.values()) {
            Set<Term> own = office.ownWords(page.election());
            for (Term claimed : List.copyOf(page.docket().claims().keySet())) {
                if (view.has(claimed.leader())
                        && !own.contains(claimed)
                        && office.hadHeardOf(page.election(), claimed)) {
                    page.ended(claimed, null, null, now, hands.wallMillis());
                }
            }
            if (!rules.quorum().isByPromise() && !own.isEmpty()) {
                decide(page, own, now);
            }
        }
    }

    private void decide(Page page, Set<Term> own, MonoTime now) {
        List<Term> claims = own.stream().sorted(Docket.ORDER).toList();
        if (rules.rulings().canGoOn(claims, page.docket().highest())) {
            return;
        }
        NodeName chosen =
                rules.rulings().chosen(claims, rules.resolver()).leader().name();
        RegistryMessage.Displaced word =
                new RegistryMessage.Displaced(ViewId.of(view), page.election(), claims, chosen);
        view.members().forEach(member -> send(member, word, now));
    }

    private void serve(Registrar office, MonoTime now) {
        if (!office.isOpen(now)) {
            return;
        }
        for (Map.Entry<NodeId, RegistryMessage.Claim> waiting : office.takeQueue()) {
            decide(office, waiting.getKey(), waiting.getValue(), now);
        }
    }

    private void decide(Registrar office, NodeId claimant, RegistryMessage.Claim claim, MonoTime now) {
        ElectionName election = claim.known().election();
        Page page = page(election);
        Term pending = office.pending(election, now);
        Legacy legacy = page.legacy(now);
        boolean refused = page.pause() != null
                || page.isBlocked(claimant, now)
                || pending != null && !pending.leader().equals(claimant)
                || legacy != null && !legacy.heir().equals(claimant.name())
                || rules.quorum().isByPromise()
                        && office.voters(rules.quorum()) < rules.quorum().needed();
        if (refused) {
            send(claimant, new RegistryMessage.Refused(office.view(), claim.nonce(), testimony(page, now)), now);
            return;
        }
        long token = rules.rulings().nextToken(page.docket().highest(), rules.quorum(), hands.wallMillis());
        Term term = new Term(claimant, new FencingToken(token));
        page.counted(token);
        office.granted(election, term, now.plus(askAgain()));
        send(claimant, new RegistryMessage.Granted(office.view(), election, claim.nonce(), term), now);
    }

    private void settled(ElectionName election, Term term) {
        if (registrar != null) {
            registrar.settled(election, term);
        }
    }

    // ---- what this node shows --------------------------------------------------------------------------------------

    private Sighting sighting(ElectionName election, MonoTime now) {
        Page page = page(election);
        Term sitting = page.sitting(now);
        Term silent = sitting == null ? page.silent() : null;
        Term named = sitting == null ? silent : sitting;
        Holding mine = holdings.get(election);
        Legacy legacy = page.legacy(now);
        MonoTime opens = MonoTime.later(page.opensAt(rules.self(), now), mayTryAt(now));
        boolean waits = sitting == null && now.isBefore(opens);
        Duration check = rules.timing().checkEvery();
        return new Sighting(
                election,
                named == null ? null : named.leader(),
                sitting == null ? page.shown() : sitting.token().value(),
                named == null ? Sighting.RELEASED : 0,
                mine == null || !mine.term().equals(sitting) ? "" : mine.nonce(),
                sitting == null ? Duration.ZERO : check,
                check,
                new StoreTime(now.nanos() / 1000),
                CLOCK,
                CLOCK,
                waits ? NOBODY : legacy == null ? null : legacy.heir(),
                waits
                        ? Duration.ofNanos(opens.nanosSince(now))
                        : legacy == null
                                ? Duration.ZERO
                                : Duration.ofNanos(legacy.until().nanosSince(now)),
                0,
                sitting == null ? null : page.chapters().since(sitting),
                page.pause());
    }

    /** An heir that no node is: nobody has the first try. */
    private static final NodeName NOBODY = new NodeName("nobody");

    /** Before it has settled or may promise anything itself, or without a quorum in sight, a node need not try. */
    private MonoTime mayTryAt(MonoTime now) {
        MonoTime silent =
                rules.quorum().isByPromise() ? startedAt.plus(rules.timing().silence()) : startedAt;
        MonoTime settled = MonoTime.later(settled(now), silent);
        return hasQuorumInSight()
                ? settled
                : MonoTime.later(settled, now.plus(rules.timing().checkEvery()));
    }

    private MonoTime settled(MonoTime now) {
        return rules.rulings().settled(startedAt, complete, now, rules.timing());
    }

    private boolean hasQuorumInSight() {
        Quorum quorum = rules.quorum();
        return !quorum.isByPromise()
                || view.members().stream()
                                .map(NodeId::name)
                                .filter(quorum::counts)
                                .distinct()
                                .count()
                        >= quorum.needed();
    }

    /** What keeps this node's candidates from leading just now, in words for people; empty if nothing does. */
    public String obstacle(MonoTime now) {
        if (!hasQuorumInSight()) {
            return "no quorum: %d of %d members are within reach, %d are needed"
                    .formatted(
                            view.members().size(),
                            rules.quorum().size(),
                            rules.quorum().needed());
        }
        return now.isBefore(mayTryAt(now)) ? "it has just begun and waits for the other members" : "";
    }

    private Answer lost(ElectionName election, LossReason why, MonoTime now) {
        return Answer.lost(sighting(election, now), why);
    }

    /** Changes whenever there is something new to be read in {@link #books}. */
    public long edition() {
        return edition.number();
    }

    /** What this member knows just now, for those who only read. */
    public Books books(MonoTime now) {
        Map<ElectionName, List<TermRecord>> history = new HashMap<>();
        List<CandidateRecord> candidates = new ArrayList<>();
        pages.forEach((election, page) -> {
            history.put(election, page.chapters().newest());
            page.roll()
                    .forEach((node, part) ->
                            candidates.add(new CandidateRecord(election, node, part, Duration.ZERO, view.has(node))));
        });
        List<Sighting> elections = pages.keySet().stream()
                .sorted()
                .map(name -> sighting(name, now))
                .toList();
        return new Books(view, elections, candidates, history);
    }

    public PeerView view() {
        return view;
    }

    // ---- ways ------------------------------------------------------------------------------------------------------

    private Page page(ElectionName election) {
        return pages.computeIfAbsent(election, name -> {
            Mark mark = marks.get(name);
            return new Page(name, rules, mark == null ? null : mark.term(), edition);
        });
    }

    private Testimony testimony(Page page, MonoTime now) {
        Holding mine = holdings.get(page.election());
        return page.testimony(mine == null ? null : mine.term(), parts.get(page.election()), now);
    }

    private List<NodeId> others() {
        return view.members().stream()
                .filter(member -> !member.equals(rules.self()))
                .toList();
    }

    /** All members within reach; under a quorum also who was, since a view may be wrong about a voter. */
    private Set<NodeId> audience() {
        Set<NodeId> all = new LinkedHashSet<>(view.members());
        if (rules.quorum().isByPromise()) {
            all.addAll(acquaintances.values());
        }
        all.add(rules.self());
        return all;
    }

    private void send(NodeId to, RegistryMessage message, MonoTime now) {
        if (to.equals(rules.self())) {
            toSelf.add(() -> message.to(new Hearing(rules.self(), now)));
        } else {
            hands.send(to, message);
        }
    }

    /** What this member tells itself takes its turn like everything else, after what is being decided. */
    private void deliverToSelf() {
        if (delivering) {
            return;
        }
        delivering = true;
        try {
            for (Runnable next = toSelf.poll(); next != null; next = toSelf.poll()) {
                next.run();
            }
        } finally {
            delivering = false;
        }
    }
}
