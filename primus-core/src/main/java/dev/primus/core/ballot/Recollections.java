package dev.primus.core.ballot;

import dev.primus.core.ElectionName;
import dev.primus.core.Electorate;
import dev.primus.core.MonoTime;
import dev.primus.core.NodeId;
import dev.primus.core.NodeName;
import dev.primus.core.Term;
import dev.primus.core.ballot.BallotMessage.Heard;
import dev.primus.core.ballot.BallotMessage.Recalled;
import dev.primus.core.ballot.BallotMessage.Reply;
import dev.primus.core.ballot.BallotMessage.Stance;
import dev.primus.core.ballot.BallotMessage.Sworn;
import dev.primus.core.ballot.BallotMessage.Vote;
import dev.primus.core.ballot.BallotMessage.Winner;
import dev.primus.core.peers.Post;
import dev.primus.core.spi.Mark;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What voters were heard to swear, so that one whose vote file was put back or copied hears of it. All that binds a voter was
 * on its disk before it was said, so nobody can know more of it than its disk does; unless that is not its disk.
 *
 * <p>Remembered by name, since a vote file belongs to a name, and in memory: who was restarted knows nothing of others.
 */
final class Recollections {
    /** Names in an election; of more, the one that was heard of longest ago is forgotten. */
    private static final int MOST_NAMES = Electorate.MOST;

    private final Chamber chamber;
    private final Campaign campaign;
    private final Map<ElectionName, Mark> floors = new LinkedHashMap<>();

    /**
     * The highest term that a voter was heard to swear to.
     *
     * @param remindAt from when on it is told again, if it seems to know less
     */
    record Memory(long number, MonoTime remindAt) {}

    Recollections(Chamber chamber, Campaign campaign) {
        this.chamber = chamber;
        this.campaign = campaign;
    }

    // ---- of others -------------------------------------------------------------------------------------------------

    void voted(NodeId from, Vote vote) {
        remember(from.name(), vote.election(), vote.term());
    }

    /** A vote goes to those who ask for it; the winner tells all others whose it had. */
    void won(Winner news) {
        news.voters().forEach(voter -> remember(voter, news.election(), news.term()));
    }

    /** Who has agreed to follow has sworn it. Who says that it has sworn less than is known of it may not have been told. */
    void heard(NodeId from, Heard message, MonoTime now) {
        if (!message.voter()) {
            return;
        }
        List<Sworn> forgotten = new ArrayList<>();
        for (Reply reply : message.replies()) {
            if (reply.stance() == Stance.AGREED && reply.term().leader().equals(chamber.self())) {
                remember(from.name(), reply.election(), reply.term());
            }
            Map<NodeName, Memory> names = chamber.wards().of(reply.election()).memories();
            Memory memory = names.get(from.name());
            if (memory != null && reply.highest() < memory.number() && !now.isBefore(memory.remindAt())) {
                names.put(from.name(), new Memory(memory.number(), now.plus(reminders())));
                forgotten.add(new Sworn(reply.election(), memory.number()));
            }
        }
        tell(from, forgotten, now);
    }

    /** More than once in the silence of one that was restarted, and not as often as one that does not answer is asked. */
    private Duration reminders() {
        return chamber.rules().timing().heartbeatTimeout().dividedBy(4);
    }

    /**
     * Two by one name know nothing of each other: others tell both. And one number that nobody can have come to must not hide
     * those that it has.
     */
    private void remember(NodeName voter, ElectionName election, Term term) {
        long number = term.token().value();
        Ward ward = chamber.wards().of(election);
        boolean counts = chamber.mandate().isExclusive()
                && !voter.equals(chamber.self().name())
                && ward.franchise().counts(voter);
        if (!counts || !chamber.isCredible(election, number)) {
            return;
        }
        Map<NodeName, Memory> names = ward.memories();
        Memory former = names.remove(voter);
        boolean news = former == null || former.number() < number;
        names.put(voter, news ? new Memory(number, new MonoTime(0)) : former);
        if (names.size() > MOST_NAMES) {
            names.remove(names.keySet().iterator().next());
        }
    }

    void forget(ElectionName election) {
        floors.remove(election);
    }

    private boolean isCalledAsWeAre(NodeId member) {
        return member.name().equals(chamber.self().name());
    }

    /** Whoever comes into view may be a new life of somebody who is known here. */
    void introduceTo(List<NodeId> newcomers, MonoTime now) {
        for (NodeId newcomer : newcomers) {
            List<Sworn> known = new ArrayList<>();
            for (Ward ward : chamber.wards().all()) {
                Memory memory = ward.memories().get(newcomer.name());
                if (memory != null) {
                    known.add(new Sworn(ward.election(), memory.number()));
                }
            }
            tell(newcomer, known, now);
        }
    }

    private void tell(NodeId to, List<Sworn> known, MonoTime now) {
        Post.inParts(known).stream()
                .filter(some -> !some.isEmpty())
                .forEach(some -> chamber.post().send(to, new Recalled(some), now));
    }

    // ---- of this member --------------------------------------------------------------------------------------------

    void recalled(NodeId from, Recalled message, MonoTime now) {
        if (!chamber.mandate().isExclusive() || !chamber.rules().voter() || isCalledAsWeAre(from)) {
            return;
        }
        for (Sworn sworn : message.sworn()) {
            Ward ward = chamber.wards().of(sworn.election());
            boolean more = sworn.number() > ward.oath().heeded();
            if (more && chamber.wards().isKept(ward) && chamber.isCredible(sworn.election(), sworn.number())) {
                hears(ward, sworn.number(), from, now);
            }
        }
    }

    private void hears(Ward ward, long number, NodeId from, MonoTime now) {
        ward.counted(number);
        if (chamber.wards().rememberNothing()) {
            bears(ward, number, from);
        } else if (ward.oath().lapse() == null) {
            Lapse lapse = new Lapse(ward.election(), ward.oath().heeded(), number, from);
            ward.oath().lapses(lapse);
            chamber.hands().warn(lapse.said());
            chamber.wards().edition().changed();
            campaign.withdraws(ward, now);
        }
    }

    /**
     * Who began without a file knows that it has forgotten, and is silent for its time: it lacks only the number. That is kept,
     * since its next life has a file. Nobody has ever led that term: what was sworn last may have been another, so none is one
     * to go on with in the next silence.
     */
    private void bears(Ward ward, long number, NodeId from) {
        ward.oath().forgot(number);
        NodeId nobody = new NodeId(from.name(), chamber.self().incarnation());
        Mark floor = new Mark(
                ward.election(),
                Term.of(nobody, number),
                chamber.rules().timing().silence(),
                ward.franchise().suffrage());
        floors.put(ward.election(), floor);
        chamber.hands().keep(List.of(floor));
    }

    /** What is to be kept for a word: before it, what the disk has refused so far, lest a file has the one without the other. */
    List<Mark> before(Mark word) {
        List<Mark> all = new ArrayList<>(floors.values());
        all.add(word);
        return all;
    }

    void kept(List<Mark> durable) {
        durable.forEach(mark -> floors.remove(mark.election(), mark));
    }
}
