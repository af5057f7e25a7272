package dev.primus.core.registry;

import dev.primus.core.ElectionName;
import dev.primus.core.LossReason;
import dev.primus.core.MonoTime;
import dev.primus.core.NodeId;
import dev.primus.core.NodeName;
import dev.primus.core.Term;
import dev.primus.core.registry.RegistryMessage.Beat;
import dev.primus.core.registry.RegistryMessage.Purpose;
import dev.primus.core.registry.RegistryMessage.Stance;
import dev.primus.core.registry.RegistryMessage.Vote;
import dev.primus.core.spi.Answer;
import dev.primus.core.spi.Bid;
import dev.primus.core.spi.Hold;
import dev.primus.core.spi.Parting;
import dev.primus.core.spi.Sighting;
import dev.primus.core.spi.Verdict;
import dev.primus.core.spi.Witness.Plea;
import dev.primus.core.spi.Witness.Word;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * This member's own terms, from the claim to the end: it asks the registrar for a number, then the members whether they
 * would promise it, then for their promises, and for more of them as long as it leads.
 */
final class Campaign {
    private final RegistryRules rules;
    private final RegistryHands hands;
    private final Circle circle;
    private final Records records;
    private final Showcase showcase;
    private final Post post;
    private final Quarrels quarrels;
    private final Map<ElectionName, Petition> petitions = new LinkedHashMap<>();
    private final Map<Long, Call> calls = new LinkedHashMap<>();
    private final List<Tally> endings = new ArrayList<>();
    private final Map<ElectionName, Term> sworn = new HashMap<>();
    private long callNumber;

    /** A claim that has not been answered. */
    private record Petition(Bid bid, MonoTime deadline, Consumer<Answer> reply) {
        ElectionName election() {
            return bid.election();
        }
    }

    Campaign(
            RegistryRules rules,
            RegistryHands hands,
            Circle circle,
            Records records,
            Showcase showcase,
            Post post,
            Quarrels quarrels) {
        this.rules = rules;
        this.hands = hands;
        this.circle = circle;
        this.records = records;
        this.showcase = showcase;
        this.post = post;
        this.quarrels = quarrels;
    }

    // ---- what its candidates ask -----------------------------------------------------------------------------------

    void acquire(Bid bid, MonoTime deadline, Consumer<Answer> reply, MonoTime now) {
        Sighting seen = showcase.sighting(bid.election(), now);
        if (seen.isLive() || !seen.isOpenTo(rules.self().name())) {
            reply.accept(Answer.refused(seen));
            return;
        }
        petitions.put(bid.election(), new Petition(bid, deadline, reply));
        claim(bid, now);
    }

    private void claim(Bid bid, MonoTime now) {
        Testimony known = records.testimony(records.page(bid.election()), now);
        ViewId view = circle.viewId();
        post.send(circle.registrar(), new RegistryMessage.Claim(view, bid.nonce(), known), now);
    }

    void renew(List<Hold> holds, MonoTime deadline, Consumer<Answer> reply, MonoTime now) {
        List<Tally> tallies = new ArrayList<>();
        List<Beat> beats = new ArrayList<>();
        for (Hold hold : holds) {
            ElectionName election = hold.election();
            Holding mine = records.holding(election);
            boolean merged = mine != null && showcase.isSetAside(election, mine, now);
            if (mine == null || !mine.term().token().equals(hold.token()) || merged) {
                reply.accept(showcase.lost(election, merged ? LossReason.MERGED : LossReason.TAKEN, now));
                continue;
            }
            records.holds(election, mine.keptAt(now));
            tallies.add(new Tally(election, mine.term(), deadline, (answer, at) -> reply.accept(answer)).ofRenewal());
            beats.add(new Beat(election, mine.term(), mine.since(), List.of()));
        }
        call(Purpose.GO_ON, tallies, beats, now);
    }

    /**
     * Gives a term back and tells everybody; answered once enough have taken notice for a successor to come. Who says it
     * twice is heard twice, since the first word may have been lost.
     */
    void release(Parting parting, MonoTime deadline, Consumer<Answer> reply, MonoTime now) {
        ElectionName election = parting.election();
        Term term = new Term(rules.self(), parting.hold().token());
        Holding mine = records.holding(election);
        boolean held = mine != null && mine.term().equals(term);
        if (!held && !records.page(election).docket().over().contains(term)) {
            reply.accept(showcase.lost(election, LossReason.TAKEN, now));
            return;
        }
        endings.add(new Tally(election, term, deadline, (answer, at) -> reply.accept(answer)));
        end(election, term, parting.reason(), parting.heir(), now);
    }

    private void end(ElectionName election, Term term, LossReason reason, @Nullable NodeName heir, MonoTime now) {
        records.gave(election, term);
        post.send(circle.view().members(), new RegistryMessage.Ended(election, term, reason, heir), now);
        if (term.equals(sworn.get(election))) {
            hands.appeal(new Appeal(0, Appeal.Verb.RELEASE, List.of(new Plea(election, term))));
        }
    }

    // ---- the registrar's answer ------------------------------------------------------------------------------------

    /** Claims are addressed to a view: in the next they are made again. */
    void viewed(MonoTime now) {
        petitions.values().forEach(petition -> claim(petition.bid(), now));
    }

    void granted(RegistryMessage.Granted message, MonoTime now) {
        Petition petition = petitions.get(message.election());
        if (petition == null
                || !petition.bid().nonce().equals(message.nonce())
                || rules.rulings().isTooLate(message.view(), circle.viewId())
                || !message.term().leader().equals(rules.self())) {
            return;
        }
        petitions.remove(message.election());
        List<Term> over = List.copyOf(records.page(message.election()).docket().over());
        Beat beat = new Beat(message.election(), message.term(), hands.wallMillis(), over);
        if (rules.quorum().isByPromise()) {
            call(Purpose.ASK, petition, beat, (answer, at) -> found(petition, message.view(), beat, answer, at), now);
        } else {
            begin(petition, beat, now);
        }
    }

    void refused(NodeId from, RegistryMessage.Refused message, MonoTime now) {
        ElectionName election = message.known().election();
        records.page(election).learn(message.known(), from, circle.view(), now);
        Petition petition = petitions.get(election);
        if (petition != null && petition.bid().nonce().equals(message.nonce())) {
            petitions.remove(election);
            restUnlessHeir(records.page(election), now);
            petition.reply().accept(Answer.refused(showcase.sighting(election, now)));
        }
    }

    private void restUnlessHeir(Page page, MonoTime now) {
        Legacy left = page.legacy(now);
        if (left == null || !left.heir().equals(rules.self().name())) {
            page.restUntil(now.plus(rules.rulings().restAfterFailure(rules.timing())));
        }
    }

    /**
     * Enough would promise a new term, or not. In another view its registrar may have been told meanwhile that this member
     * holds nothing, and would take the term for ended if it began.
     */
    private void found(Petition petition, ViewId granted, Beat beat, Answer answer, MonoTime now) {
        if (answer.verdict() != Verdict.YES) {
            begun(petition, beat.term(), answer, now);
        } else if (rules.rulings().isTooLate(granted, circle.viewId())) {
            begun(petition, beat.term(), Answer.unknown(beat.election(), "the view has changed meanwhile"), now);
        } else {
            begin(petition, beat, now);
        }
    }

    /** From here on others may rely on the term, so it is told to whoever asks what this member holds. */
    private void begin(Petition petition, Beat beat, MonoTime now) {
        records.holds(
                beat.election(), Holding.granted(beat.term(), petition.bid().nonce(), beat.since(), now));
        call(Purpose.BEGIN, petition, beat, (answer, at) -> begun(petition, beat.term(), answer, at), now);
        post.deliverToSelf();
    }

    /** The first round of a new term is answered: it is held from here on, or given up before anybody relied on it. */
    private void begun(Petition petition, Term term, Answer answer, MonoTime now) {
        ElectionName election = petition.election();
        switch (answer.verdict()) {
            case YES -> {
                records.page(election).led(term);
                petition.reply().accept(Answer.granted(election, term.token()));
            }
            case NO -> {
                giveUp(election, term, now);
                petition.reply().accept(Answer.refused(showcase.sighting(election, now)));
            }
            case UNKNOWN -> {
                giveUp(election, term, now);
                petition.reply().accept(answer);
            }
        }
    }

    /** A term that never began: nobody need hurry to succeed it, least of all who has just failed. */
    private void giveUp(ElectionName election, Term term, MonoTime now) {
        Page page = records.page(election);
        page.ended(List.of(term));
        page.restUntil(now.plus(rules.rulings().restAfterFailure(rules.timing())));
        end(election, term, LossReason.NO_QUORUM, null, now);
    }

    // ---- rounds ----------------------------------------------------------------------------------------------------

    private void call(Purpose purpose, Petition petition, Beat beat, Tally.Reply reply, MonoTime now) {
        Tally tally = new Tally(petition.election(), beat.term(), petition.deadline(), reply);
        call(purpose, List.of(tally), List.of(beat), now);
    }

    private void call(Purpose purpose, List<Tally> tallies, List<Beat> beats, MonoTime now) {
        List<List<Tally>> parts = Post.inParts(tallies);
        List<List<Beat>> words = Post.inParts(beats);
        for (int i = 0; i < parts.size() && !beats.isEmpty(); i++) {
            long number = ++callNumber;
            calls.put(number, new Call(purpose, parts.get(i), appealsAt(now)));
            post.send(
                    circle.view().members(),
                    new RegistryMessage.Round(number, quarrels.charter(), purpose, words.get(i)),
                    now);
        }
    }

    /** While the other member answers, no row is asked; if it is not even there, at once. */
    private MonoTime appealsAt(MonoTime now) {
        if (rules.quorum().rows() == 0) {
            return MonoTime.NEVER;
        }
        Duration patience = rules.timing().lease().ioTimeout().dividedBy(2);
        return circle.others().isEmpty() ? now : now.plus(patience);
    }

    void voted(NodeId from, RegistryMessage.Voted message, MonoTime now) {
        boolean counts = rules.quorum().isByPromise()
                ? message.voter() && rules.quorum().counts(from.name())
                : circle.view().has(from);
        if (message.votes().stream().anyMatch(vote -> vote.stance() != Stance.NOT_YET)) {
            circle.spoke(from);
        }
        message.votes().forEach(this::heed);
        if (!counts) {
            return;
        }
        for (Vote vote : message.votes()) {
            for (Tally tally : tallies(message.round(), vote.election(), vote.term())) {
                count(tally, from.name(), vote);
                decide(message.round(), tally, vote.stance(), now);
            }
        }
    }

    private List<Tally> tallies(long number, ElectionName election, Term term) {
        Call call = calls.get(number);
        return call == null
                ? List.of()
                : call.open().stream()
                        .filter(tally -> tally.election().equals(election)
                                && tally.term().equals(term))
                        .toList();
    }

    /**
     * Whoever has heard of a later term, voter or not, does not come back to this one: it has to be begun anew above that.
     * Also by a vote that comes after the round was decided.
     */
    private void heed(Vote vote) {
        Holding mine = records.holding(vote.election());
        if (mine != null && mine.term().equals(vote.term())) {
            records.holds(vote.election(), mine.outvotedBy(vote.highest()));
        }
        records.page(vote.election()).counted(vote.highest());
    }

    private static void count(Tally tally, NodeName from, Vote vote) {
        tally.heeds(vote.highest());
        switch (vote.stance()) {
            case PROMISED, WILLING -> tally.agreed(from);
            case TAKEN, MERGED -> tally.refused(from);
            case NOT_YET -> {} // No refusal: whoever has just begun, or sees us late, may agree to the next round.
        }
    }

    private void decide(long number, Tally tally, Stance heard, MonoTime now) {
        ElectionName election = tally.election();
        int others = circle.others().size();
        boolean patient = tally.isRenewal() && circle.isMeeting(now);
        boolean taken = heard == Stance.TAKEN && !rules.quorum().isByPromise();
        Answer answer;
        if (heard == Stance.MERGED || !patient && tally.isOutvoted()) {
            answer = showcase.lost(election, LossReason.MERGED, now);
        } else if (!patient && taken) {
            answer = showcase.lost(election, tally.isRenewal() ? LossReason.MERGED : LossReason.TAKEN, now);
        } else if (tally.isCarried(rules, tally.isRenewal() ? circle.voices() : others)) {
            answer = Answer.seen(showcase.sighting(election, now));
        } else if (!patient && tally.isLost(rules.quorum(), others)) {
            answer = showcase.lost(election, LossReason.TAKEN, now);
        } else {
            return;
        }
        close(number, tally);
        tally.answer(answer, now);
    }

    private void close(long number, Tally tally) {
        Call call = calls.get(number);
        if (call != null) {
            call.close(tally);
            if (call.isOver()) {
                calls.remove(number);
            }
        }
    }

    /** The row has spoken: one voice more, and no more than that. */
    void witnessed(Appeal appeal, List<Word> words, MonoTime now) {
        if (appeal.verb() == Appeal.Verb.RELEASE) {
            appeal.pleas().forEach(plea -> {
                sworn.remove(plea.election(), plea.term());
                noted(plea.election(), plea.term(), tally -> tally.rowSaid(true), now);
            });
            return;
        }
        for (int i = 0; i < words.size(); i++) {
            Word word = words.get(i);
            Page page = records.page(word.election());
            page.counted(word.highest());
            page.rowIsBusyFor(word.busy(), now);
            for (Tally tally : tallies(
                    appeal.round(), word.election(), appeal.pleas().get(i).term())) {
                tally.heeds(word.highest());
                tally.rowSaid(word.agreed());
                decide(appeal.round(), tally, word.agreed() ? Stance.PROMISED : Stance.TAKEN, now);
            }
        }
    }

    // ---- endings ---------------------------------------------------------------------------------------------------

    void noted(NodeId from, RegistryMessage.Noted message, MonoTime now) {
        boolean counts = !rules.quorum().isByPromise()
                || message.voter() && rules.quorum().counts(from.name());
        if (counts) {
            noted(message.election(), message.term(), ending -> ending.agreed(from.name()), now);
        }
    }

    private void noted(ElectionName election, Term term, Consumer<Tally> voice, MonoTime now) {
        for (Tally ending : List.copyOf(endings)) {
            if (ending.election().equals(election) && ending.term().equals(term)) {
                voice.accept(ending);
                if (ending.isCarried(rules, circle.others().size())) {
                    endings.remove(ending);
                    ending.answer(Answer.yes(election), now);
                }
            }
        }
    }

    // ---- time ------------------------------------------------------------------------------------------------------

    MonoTime wakeAt() {
        MonoTime next = MonoTime.NEVER;
        for (Petition petition : petitions.values()) {
            next = MonoTime.earlier(next, petition.deadline());
        }
        for (Call call : calls.values()) {
            next = MonoTime.earlier(next, call.wakeAt());
        }
        for (Tally ending : endings) {
            next = MonoTime.earlier(next, ending.deadline());
        }
        for (Holding mine : records.holdings().values()) {
            next = MonoTime.earlier(next, silentAt(mine));
        }
        return next;
    }

    /** When a term is over that its candidate has not asked to keep. */
    private MonoTime silentAt(Holding mine) {
        return mine.keptAt().plus(rules.timing().silence());
    }

    /** Whoever was not answered in time is told that nobody knows; a claim that came to nothing is given up aloud. */
    void woken(MonoTime now) {
        for (Map.Entry<Long, Call> open : new ArrayList<>(calls.entrySet())) {
            if (open.getValue().isDueToAppeal(now)) {
                appeal(open.getValue().appeal(open.getKey()));
            }
        }
        for (Petition petition : List.copyOf(petitions.values())) {
            if (!now.isBefore(petition.deadline())) {
                petitions.remove(petition.election());
                petition.reply().accept(Answer.unknown(petition.election(), "the registrar did not answer"));
            }
        }
        for (Map.Entry<Long, Call> open : new ArrayList<>(calls.entrySet())) {
            for (Tally tally : open.getValue().open()) {
                if (!now.isBefore(tally.deadline())) {
                    close(open.getKey(), tally);
                    tally.answer(Answer.unknown(tally.election(), "too few members have answered"), now);
                }
            }
        }
        for (Tally ending : List.copyOf(endings)) {
            if (!now.isBefore(ending.deadline())) {
                endings.remove(ending);
                ending.answer(Answer.unknown(ending.election(), "too few members have answered"), now);
            }
        }
        for (Map.Entry<ElectionName, Holding> held :
                new ArrayList<>(records.holdings().entrySet())) {
            if (!now.isBefore(silentAt(held.getValue()))) {
                end(held.getKey(), held.getValue().term(), LossReason.EXPIRED, null, now);
            }
        }
    }

    private void appeal(Appeal appeal) {
        if (appeal.verb() == Appeal.Verb.PROMISE) {
            appeal.pleas().forEach(plea -> sworn.put(plea.election(), plea.term()));
        }
        hands.appeal(appeal);
    }
}
