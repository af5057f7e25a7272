package dev.primus.core.registry;

import dev.primus.core.ElectionName;
import dev.primus.core.LossReason;
import dev.primus.core.MonoTime;
import dev.primus.core.NodeId;
import dev.primus.core.NodeName;
import dev.primus.core.Term;
import dev.primus.core.peers.Post;
import dev.primus.core.peers.TermBound;
import dev.primus.core.registry.RegistryMessage.Beat;
import dev.primus.core.registry.RegistryMessage.Purpose;
import dev.primus.core.registry.RegistryMessage.Stance;
import dev.primus.core.registry.RegistryMessage.Vote;
import dev.primus.core.spi.Answer;
import dev.primus.core.spi.Witness.Word;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Questions to all members about terms of this one, until enough have answered, or too few in time. */
final class Rounds {
    private final RegistryRules rules;
    private final RegistryHands hands;
    private final Circle circle;
    private final Records records;
    private final Showcase showcase;
    private final Post<RegistryMessage> post;
    private final Quarrels quarrels;
    private final TermFilter terms;
    private final Map<Long, Call> calls = new LinkedHashMap<>();
    private final Map<ElectionName, Term> sworn = new HashMap<>();
    private long callNumber;

    Rounds(
            RegistryRules rules,
            RegistryHands hands,
            Circle circle,
            Records records,
            Showcase showcase,
            Post<RegistryMessage> post,
            Quarrels quarrels,
            TermFilter terms) {
        this.rules = rules;
        this.hands = hands;
        this.circle = circle;
        this.records = records;
        this.showcase = showcase;
        this.post = post;
        this.quarrels = quarrels;
        this.terms = terms;
    }

    /** @param tallies as many as beats, in the same order */
    void call(Purpose purpose, List<Tally> tallies, List<Beat> beats, MonoTime now) {
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
        List<Vote> votes =
                message.votes().stream().map(vote -> credible(from, vote, now)).toList();
        votes.forEach(this::heed);
        if (!counts) {
            return;
        }
        for (Vote vote : votes) {
            for (Tally tally : tallies(message.round(), vote.election(), vote.term())) {
                count(tally, from.name(), vote);
                decide(message.round(), tally, vote.stance(), now);
            }
        }
    }

    /** The vote without the term that its sender heeds, if that cannot be believed. */
    private Vote credible(NodeId from, Vote vote, MonoTime now) {
        return terms.admits(from, vote.election(), vote.highest(), now)
                ? vote
                : new Vote(vote.election(), vote.term(), vote.stance(), 0);
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

    // ---- the row ---------------------------------------------------------------------------------------------------

    /** The row has spoken: one voice more, and no more than that. */
    void witnessed(Appeal appeal, List<Word> words, MonoTime now) {
        for (int i = 0; i < words.size(); i++) {
            Word word = words.get(i);
            Page page = records.page(word.election());
            if (!TermBound.isPossible(word.highest())) {
                continue;
            }
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

    private void appeal(Appeal appeal) {
        if (appeal.verb() == Appeal.Verb.PROMISE) {
            appeal.pleas().forEach(plea -> sworn.put(plea.election(), plea.term()));
        }
        hands.appeal(appeal);
    }

    /** Whether the row was asked to promise this term, and may have. */
    boolean isSworn(ElectionName election, Term term) {
        return term.equals(sworn.get(election));
    }

    void released(ElectionName election, Term term) {
        sworn.remove(election, term);
    }

    // ---- time ------------------------------------------------------------------------------------------------------

    MonoTime wakeAt() {
        MonoTime next = MonoTime.NEVER;
        for (Call call : calls.values()) {
            next = MonoTime.earlier(next, call.wakeAt());
        }
        return next;
    }

    /** Where the members take too long a row is asked; who was not answered in time is told that nobody knows. */
    void woken(MonoTime now) {
        for (Map.Entry<Long, Call> open : new ArrayList<>(calls.entrySet())) {
            if (open.getValue().isDueToAppeal(now)) {
                appeal(open.getValue().appeal(open.getKey()));
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
    }
}
