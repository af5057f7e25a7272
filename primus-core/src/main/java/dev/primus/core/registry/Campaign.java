package dev.primus.core.registry;

import dev.primus.core.ElectionName;
import dev.primus.core.LossReason;
import dev.primus.core.MonoTime;
import dev.primus.core.NodeId;
import dev.primus.core.Term;
import dev.primus.core.peers.Legacy;
import dev.primus.core.peers.Post;
import dev.primus.core.registry.RegistryMessage.Beat;
import dev.primus.core.registry.RegistryMessage.Purpose;
import dev.primus.core.spi.Answer;
import dev.primus.core.spi.Bid;
import dev.primus.core.spi.Hold;
import dev.primus.core.spi.Sighting;
import dev.primus.core.spi.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * This member's own terms: it asks the registrar for a number, then the members whether they would promise it, then for
 * their promises, and for more of them as long as it leads.
 */
final class Campaign {
    /** So many refusals in a row, and the next registrar is asked: one that refuses for no reason must not do so for ever. */
    private static final int MOST_REFUSALS = 3;

    private final RegistryRules rules;
    private final RegistryHands hands;
    private final Circle circle;
    private final Records records;
    private final Showcase showcase;
    private final Post<RegistryMessage> post;
    private final Rounds rounds;
    private final Partings partings;
    private final TermFilter terms;
    private final Map<ElectionName, Petition> petitions = new LinkedHashMap<>();

    /** A claim that has not been answered. */
    private record Petition(Bid bid, NodeId registrar, MonoTime deadline, Consumer<Answer> reply) {
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
            Post<RegistryMessage> post,
            Rounds rounds,
            Partings partings,
            TermFilter terms) {
        this.rules = rules;
        this.hands = hands;
        this.circle = circle;
        this.records = records;
        this.showcase = showcase;
        this.post = post;
        this.rounds = rounds;
        this.partings = partings;
        this.terms = terms;
    }

    // ---- what its candidates ask -----------------------------------------------------------------------------------

    void acquire(Bid bid, MonoTime deadline, Consumer<Answer> reply, MonoTime now) {
        Sighting seen = showcase.sighting(bid.election(), now);
        if (seen.isLive() || !seen.isOpenTo(rules.self().name())) {
            reply.accept(Answer.refused(seen));
            return;
        }
        claim(bid, deadline, reply, now);
    }

    private void claim(Bid bid, MonoTime deadline, Consumer<Answer> reply, MonoTime now) {
        NodeId registrar = circle.registrar();
        petitions.put(bid.election(), new Petition(bid, registrar, deadline, reply));
        Testimony known = records.testimony(records.page(bid.election()), now);
        post.send(registrar, new RegistryMessage.Claim(circle.viewId(), bid.nonce(), known), now);
    }

    private void claimAgain(Petition petition, MonoTime now) {
        claim(petition.bid(), petition.deadline(), petition.reply(), now);
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
            beats.add(new Beat(election, mine.term(), mine.since(), List.of(), mine.release()));
        }
        rounds.call(Purpose.GO_ON, tallies, beats, now);
    }

    // ---- the registrar's answer ------------------------------------------------------------------------------------

    /** Claims are addressed to a view: in the next they are made again. */
    void viewed(MonoTime now) {
        List.copyOf(petitions.values()).forEach(petition -> claimAgain(petition, now));
    }

    void granted(NodeId from, RegistryMessage.Granted message, MonoTime now) {
        Petition petition = petitions.get(message.election());
        if (petition == null
                || !petition.registrar().equals(from)
                || !petition.bid().nonce().equals(message.nonce())
                || rules.rulings().isTooLate(message.view(), circle.viewId())
                || !message.term().leader().equals(rules.self())) {
            return;
        }
        if (!terms.admits(from, message.election(), message.term().token().value(), now)) {
            isRefused(petition, now);
            return;
        }
        petitions.remove(message.election());
        List<Term> over = List.copyOf(records.page(message.election()).docket().over());
        String release = hands.releaseDigest(message.election(), petition.bid().nonce());
        Beat beat = new Beat(message.election(), message.term(), hands.wallMillis(), over, release);
        if (rules.quorum().isByPromise()) {
            call(Purpose.ASK, petition, beat, (answer, at) -> found(petition, message.view(), beat, answer, at), now);
        } else {
            begin(petition, beat, now);
        }
    }

    void refused(NodeId from, RegistryMessage.Refused message, MonoTime now) {
        ElectionName election = message.known().election();
        if (terms.admits(from, message.known(), now)) {
            records.page(election).learn(message.known(), from, circle.view(), now);
        }
        Petition petition = petitions.get(election);
        if (petition != null && petition.bid().nonce().equals(message.nonce())) {
            isRefused(petition, now);
        }
    }

    private void isRefused(Petition petition, MonoTime now) {
        ElectionName election = petition.election();
        petitions.remove(election);
        restUnlessHeir(records.page(election), petition, now);
        petition.reply().accept(Answer.refused(showcase.sighting(election, now)));
    }

    private void restUnlessHeir(Page page, Petition petition, MonoTime now) {
        Legacy left = page.legacy(now);
        boolean heir = left != null && left.heir().equals(rules.self().name());
        if (!heir && page.failed(now) % MOST_REFUSALS == 0) {
            circle.passOver(petition.registrar());
        }
    }

    /**
     * Enough would promise a new term, or not. In another view its registrar may have been told meanwhile that this member
     * holds nothing, and would take the term for ended if it began: nobody was asked to promise it yet, so it is claimed anew.
     */
    private void found(Petition petition, ViewId granted, Beat beat, Answer answer, MonoTime now) {
        if (answer.verdict() != Verdict.YES) {
            begun(petition, beat.term(), answer, now);
        } else if (rules.rulings().isTooLate(granted, circle.viewId())) {
            claimAgain(petition, now);
        } else {
            begin(petition, beat, now);
        }
    }

    /** From here on others may rely on the term, so it is told to whoever asks what this member holds. */
    private void begin(Petition petition, Beat beat, MonoTime now) {
        records.holds(
                beat.election(),
                Holding.granted(beat.term(), petition.bid().nonce(), beat.since(), beat.release(), now));
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
        page.failed(now);
        partings.end(election, term, LossReason.NO_QUORUM, null, now);
    }

    private void call(Purpose purpose, Petition petition, Beat beat, Tally.Reply reply, MonoTime now) {
        Tally tally = new Tally(petition.election(), beat.term(), petition.deadline(), reply);
        rounds.call(purpose, List.of(tally), List.of(beat), now);
    }

    // ---- time ------------------------------------------------------------------------------------------------------

    MonoTime wakeAt() {
        MonoTime next = MonoTime.NEVER;
        for (Petition petition : petitions.values()) {
            next = MonoTime.earlier(next, petition.deadline());
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

    /** Whoever was not answered in time is told that nobody knows; what nobody keeps is given up aloud. */
    void woken(MonoTime now) {
        for (Petition petition : List.copyOf(petitions.values())) {
            if (!now.isBefore(petition.deadline())) {
                petitions.remove(petition.election());
                circle.passOver(petition.registrar());
                petition.reply().accept(Answer.unknown(petition.election(), "the registrar did not answer"));
            }
        }
        for (Map.Entry<ElectionName, Holding> held :
                new ArrayList<>(records.holdings().entrySet())) {
            if (!now.isBefore(silentAt(held.getValue()))) {
                partings.end(held.getKey(), held.getValue().term(), LossReason.EXPIRED, null, now);
            }
        }
    }
}
