package dev.primus.core.ballot;

import dev.primus.core.ElectionName;
import dev.primus.core.ElectorateVersion;
import dev.primus.core.MonoTime;
import dev.primus.core.NodeId;
import dev.primus.core.Term;
import dev.primus.core.ballot.BallotMessage.Acknowledged;
import dev.primus.core.ballot.BallotMessage.Beat;
import dev.primus.core.ballot.BallotMessage.Candidacy;
import dev.primus.core.ballot.BallotMessage.Heard;
import dev.primus.core.ballot.BallotMessage.Heartbeat;
import dev.primus.core.ballot.BallotMessage.Reply;
import dev.primus.core.ballot.BallotMessage.Stage;
import dev.primus.core.ballot.BallotMessage.Stance;
import dev.primus.core.ballot.BallotMessage.Vote;
import dev.primus.core.ballot.score.Facts;
import dev.primus.core.spi.Mark;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a member says to those who lead or would: it acknowledges, votes and follows as its {@link Oath} allows, and says
 * nothing that binds it before the disk has it.
 */
final class Voice {
    /** So many heartbeat timeouts after its last sign a split brain is over. */
    private static final int TIMEOUTS_TO_MEND = 3;

    private final Chamber chamber;
    private final Campaign campaign;
    private final Deference deference;
    private final Discovery discovery;
    private final Recollections recollections;
    private final Map<ElectionName, Unsaid> unsaid = new HashMap<>();
    private final Set<Mark> underWay = new HashSet<>();

    /** What is not said before its term is on the disk; of each election the newest only. */
    private record Unsaid(Term term, List<NodeId> to, BallotMessage message) {}

    Voice(Chamber chamber, Campaign campaign, Deference deference, Discovery discovery, Recollections recollections) {
        this.chamber = chamber;
        this.campaign = campaign;
        this.deference = deference;
        this.discovery = discovery;
        this.recollections = recollections;
    }

    // ---- to candidates ---------------------------------------------------------------------------------------------

    void candidacy(NodeId from, Candidacy candidacy, MonoTime now) {
        Ward ward = chamber.wards().of(candidacy.election());
        if (!candidacy.term().leader().equals(from)) {
            return;
        }
        if (!chamber.admits(from, candidacy.election(), candidacy.term().token().value(), now)) {
            discovery.doubts(ward, now);
            acknowledge(from, candidacy, ward, Stance.NOT_YET, null, now);
            return;
        }
        if (candidacy.stage() == Stage.WITHDRAWN) {
            withdrawn(ward, candidacy, now);
            return;
        }
        boolean alike = isAlike(from, ward, candidacy.charter(), candidacy.electorate());
        if (!alike) {
            chamber.introduceTo(List.of(from), now);
        }
        Stance stance = alike ? stanceTo(ward, candidacy, now) : Stance.NOT_YET;
        Contest open = stance == Stance.AGREED ? campaign.opened(ward, now) : ward.contest();
        if (open != null && (stance == Stance.AGREED || stance == Stance.BOUND)) {
            open.stands(candidacy); // Who has voted already counts it, too.
        }
        Facts own = stance == Stance.AGREED ? deference.ownFacts(ward, now) : null;
        acknowledge(from, candidacy, ward, stance, own, now);
        if (candidacy.stage() == Stage.VIABLE) {
            voteAgain(ward, from, candidacy.term(), now);
        }
        voteIfReady(ward, now);
    }

    private void acknowledge(
            NodeId from, Candidacy candidacy, Ward ward, Stance stance, @Nullable Facts own, MonoTime now) {
        chamber.post()
                .send(
                        from,
                        new Acknowledged(
                                candidacy.election(),
                                candidacy.number(),
                                chamber.rules().voter(),
                                ward.franchise().version(),
                                stance,
                                ward.highest(),
                                own),
                        now);
    }

    /** Whether a candidate goes by our rules: one that would not be followed is not elected. */
    private boolean isAlike(NodeId candidate, Ward ward, String charter, ElectorateVersion electorate) {
        boolean sameRules = chamber.accord().isWith(candidate, charter);
        boolean sameVoters = chamber.accord()
                .hasSameVoters(
                        candidate, ward.election(), electorate, ward.franchise().version());
        return sameRules && sameVoters;
    }

    /** It may have been lost on its way, or went to another; or the disk could not keep it, and now it can. */
    private void voteAgain(Ward ward, NodeId candidate, Term vote, MonoTime now) {
        Oath oath = ward.oath();
        Unsaid word = unsaid.get(ward.election());
        boolean stands = vote.equals(oath.sworn()) && !oath.over().contains(vote);
        Term cast = oath.cast();
        if (cast != null && cast.token().compareTo(vote.token()) >= 0) {
            chamber.post()
                    .send(
                            candidate,
                            new Vote(ward.election(), cast, ward.franchise().version()),
                            now);
        } else if (stands && word != null && word.term().equals(vote)) {
            say(ward, vote, word.to(), word.message(), now);
        }
    }

    private void withdrawn(Ward ward, Candidacy candidacy, MonoTime now) {
        Contest contest = ward.contest();
        if (contest != null) {
            contest.stands(candidacy);
            campaign.goOn(ward, now);
            voteIfReady(ward, now);
        }
    }

    private Stance stanceTo(Ward ward, Candidacy candidacy, MonoTime now) {
        boolean barred = ward.pause() != null
                || !chamber.wards().isKept(ward)
                || !mayPromise()
                || !countsAsWeDo(ward, candidacy)
                || !chamber.rules()
                        .vouched(candidacy.term().leader().name(), candidacy.facts())
                        .mayStand();
        return barred
                ? Stance.NOT_YET
                : ward.oath().toCandidate(candidacy.term().leader(), now);
    }

    /** Who does not know of a change could win by voters that are none any more. */
    private static boolean countsAsWeDo(Ward ward, Candidacy candidacy) {
        ElectorateVersion ours = ward.franchise().heardOf();
        ElectorateVersion theirs = candidacy.electorate();
        return !theirs.isBefore(ours) && !theirs.disagreesWith(ours);
    }

    /** Two processes by one name would have two votes, and more voters than were counted on two majorities. */
    private boolean mayPromise() {
        return !chamber.rules().voter()
                || !chamber.assembly().hasNamesake() && !chamber.accord().isOvercrowded();
    }

    /** Votes for the best of those who can be voted for, once all have had their time to stand. */
    void voteIfReady(Ward ward, MonoTime now) {
        Contest contest = ward.contest();
        if (contest == null || !votes(ward) || !mayPromise() || !deference.isTimeToVote(ward, contest)) {
            return;
        }
        best(ward, contest, now).ifPresent(choice -> {
            ward.oath().votes(choice.term(), now);
            ward.counted(choice.term().token().value());
            Vote vote =
                    new Vote(ward.election(), choice.term(), ward.franchise().version());
            say(ward, choice.term(), counters(contest), vote, now);
        });
    }

    private boolean votes(Ward ward) {
        return chamber.rules().voter() && ward.franchise().counts(chamber.self().name());
    }

    /** Who has use for a vote: those who can be elected; where no majority is asked for, everybody counts for itself. */
    private List<NodeId> counters(Contest contest) {
        return chamber.mandate().isExclusive()
                ? contest.viable().stream().map(each -> each.term().leader()).toList()
                : chamber.assembly().all();
    }

    private Optional<Candidacy> best(Ward ward, Contest contest, MonoTime now) {
        return contest.viable().stream()
                .filter(candidacy -> countsAsWeDo(ward, candidacy))
                .filter(candidacy ->
                        !chamber.accord().isStranger(candidacy.term().leader(), ward.election()))
                .filter(candidacy -> ward.oath().toVote(candidacy.term(), now) == Stance.AGREED)
                .min(Comparator.comparing(chamber::standing));
    }

    // ---- to leaders ------------------------------------------------------------------------------------------------

    void heartbeat(NodeId from, Heartbeat heartbeat, MonoTime now) {
        if (!chamber.accord().isWith(from, heartbeat.charter())) {
            chamber.introduceTo(List.of(from), now);
        }
        List<Reply> replies = new ArrayList<>();
        for (Beat beat : heartbeat.beats()) {
            Ward ward = chamber.wards().of(beat.election());
            if (!beat.term().leader().equals(from)) {
                continue;
            }
            if (!chamber.admits(from, beat.election(), beat.term().token().value(), now)) {
                discovery.doubts(ward, now);
                replies.add(new Reply(
                        beat.election(),
                        beat.term(),
                        ward.franchise().version(),
                        Stance.NOT_YET,
                        ward.oath().heeded()));
                continue;
            }
            boolean alike = isAlike(from, ward, heartbeat.charter(), beat.electorate());
            tellOfSplitBrain(ward, beat.term(), alike, now);
            boolean able = alike && mayPromise() && chamber.wards().isKept(ward);
            Stance stance = able ? stanceTo(ward, beat.term(), now) : Stance.NOT_YET;
            if (stance == Stance.AGREED) {
                follow(ward, beat, now);
            } else if (alike
                    && ward.oath().lapse() != null
                    && beat.term().token().value() >= ward.shown()) {
                looksOn(ward, beat.term(), now);
            }
            Reply reply = new Reply(
                    beat.election(),
                    beat.term(),
                    ward.franchise().version(),
                    stance,
                    ward.oath().heeded(beat.term()));
            if (stance == Stance.AGREED && chamber.rules().voter()) {
                Heard alone = new Heard(heartbeat.round(), true, List.of(reply));
                if (!ward.oath().isKept(beat.term())) {
                    say(ward, beat.term(), List.of(from), alone, now);
                    continue;
                }
            }
            replies.add(reply);
        }
        if (!replies.isEmpty()) {
            chamber.post()
                    .send(from, new Heard(heartbeat.round(), chamber.rules().voter(), replies), now);
        }
    }

    /** Two lead, or one does by rules that are not ours: on record once, however often its heartbeats are heard. */
    private void tellOfSplitBrain(Ward ward, Term term, boolean alike, MonoTime now) {
        Term followed = ward.oath().leader(now);
        boolean second = followed != null && !followed.leader().equals(term.leader());
        // Where a majority decides, a second leader that goes by our rules is only late: it has lost its majority.
        if (alike && (!second || chamber.mandate().isExclusive())) {
            return;
        }
        if (!ward.isTorn(now)) {
            String why = alike
                    ? "%s and %s both lead".formatted(followed, term)
                    : "%s leads by other rules than this node's".formatted(term);
            chamber.hands().splitBrain(ward.election(), term, why);
        }
        ward.isTornUntil(now.plus(chamber.rules().timing().heartbeatTimeout().multipliedBy(TIMEOUTS_TO_MEND)));
    }

    private Stance stanceTo(Ward ward, Term term, MonoTime now) {
        Stance stance = ward.oath().toLeader(term, now);
        return stance == Stance.BOUND && !chamber.mandate().isExclusive() ? Stance.AGREED : stance;
    }

    private void follow(Ward ward, Beat beat, MonoTime now) {
        Term before = ward.oath().leader(now);
        boolean news = !beat.term().equals(before);
        if (news && before != null && !before.leader().equals(beat.term().leader())) {
            chamber.hands().warn("split brain: %s and %s both lead %s".formatted(before, beat.term(), beat.election()));
        }
        boolean shown = beat.term().equals(ward.show(now));
        ward.follows(beat.term(), beat.since(), now);
        ward.committed(beat.term(), beat.release());
        if (!now.isBefore(
                ward.followedSince().plus(chamber.rules().timing().lease().ioTimeout()))) {
            ward.termIsAcknowledged(); // Else it would not have sent another heartbeat.
        }
        if (news) {
            campaign.decided(ward, beat.term(), now);
        }
        if (!shown) {
            chamber.hands().worthALook(beat.election());
        }
    }

    /** Who may swear nothing any more still sees who leads. */
    private void looksOn(Ward ward, Term term, MonoTime now) {
        boolean shown = term.equals(ward.show(now));
        ward.heardOf(new Ward.Hearsay(term, now.plus(chamber.rules().timing().heartbeatTimeout())));
        campaign.decided(ward, term, now);
        if (!shown) {
            chamber.hands().worthALook(ward.election());
        }
    }

    // ---- the disk --------------------------------------------------------------------------------------------------

    private void say(Ward ward, Term term, List<NodeId> to, BallotMessage message, MonoTime now) {
        unsaid.put(ward.election(), new Unsaid(term, to, message));
        Mark mark = new Mark(
                ward.election(),
                term,
                chamber.rules().timing().silence(),
                ward.franchise().suffrage());
        if (underWay.add(mark)) {
            chamber.hands().keep(recollections.before(mark));
        }
    }

    void kept(List<Mark> durable, MonoTime now) {
        for (Mark mark : durable) {
            underWay.remove(mark);
            Oath oath = chamber.wards().of(mark.election()).oath();
            oath.kept(mark.term());
            Unsaid word = unsaid.get(mark.election());
            if (word != null && word.term().equals(mark.term())) {
                unsaid.remove(mark.election());
                tell(oath, word, now);
            }
        }
    }

    private void tell(Oath oath, Unsaid word, MonoTime now) {
        if (!oath.mayTellOf(word.term())) {
            return;
        }
        if (word.message() instanceof Vote vote) {
            oath.isCast(vote.term());
        }
        chamber.post().send(word.to(), word.message(), now);
    }

    /** Whether something sworn in this election is on its way to the disk. */
    boolean isKeeping(ElectionName election) {
        return underWay.stream().anyMatch(mark -> mark.election().equals(election));
    }

    void forget(ElectionName election) {
        unsaid.remove(election);
    }

    /** These could not be kept, so what hangs on them is not said; whoever asks again has it tried again. */
    void notKept(List<Mark> failed) {
        failed.forEach(underWay::remove);
    }
}
