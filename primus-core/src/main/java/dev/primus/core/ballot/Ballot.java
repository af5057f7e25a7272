package dev.primus.core.ballot;

import dev.primus.core.ElectionName;
import dev.primus.core.ElectionPhase;
import dev.primus.core.LossReason;
import dev.primus.core.MonoTime;
import dev.primus.core.NodeId;
import dev.primus.core.NodeName;
import dev.primus.core.Pause;
import dev.primus.core.Ruling;
import dev.primus.core.Suffrage;
import dev.primus.core.Term;
import dev.primus.core.Trigger;
import dev.primus.core.ballot.BallotMessage.Acknowledged;
import dev.primus.core.ballot.BallotMessage.Amended;
import dev.primus.core.ballot.BallotMessage.Amendment;
import dev.primus.core.ballot.BallotMessage.Beat;
import dev.primus.core.ballot.BallotMessage.Candidacy;
import dev.primus.core.ballot.BallotMessage.Discover;
import dev.primus.core.ballot.BallotMessage.Discovered;
import dev.primus.core.ballot.BallotMessage.Ended;
import dev.primus.core.ballot.BallotMessage.Enrolled;
import dev.primus.core.ballot.BallotMessage.GenerationStarted;
import dev.primus.core.ballot.BallotMessage.GenerationStopped;
import dev.primus.core.ballot.BallotMessage.Heard;
import dev.primus.core.ballot.BallotMessage.Heartbeat;
import dev.primus.core.ballot.BallotMessage.Noted;
import dev.primus.core.ballot.BallotMessage.Paused;
import dev.primus.core.ballot.BallotMessage.Petition;
import dev.primus.core.ballot.BallotMessage.Recalled;
import dev.primus.core.ballot.BallotMessage.Requested;
import dev.primus.core.ballot.BallotMessage.Ruled;
import dev.primus.core.ballot.BallotMessage.Started;
import dev.primus.core.ballot.BallotMessage.Stated;
import dev.primus.core.ballot.BallotMessage.Survey;
import dev.primus.core.ballot.BallotMessage.Vote;
import dev.primus.core.ballot.BallotMessage.Winner;
import dev.primus.core.ballot.score.Report;
import dev.primus.core.ballot.score.Scoring;
import dev.primus.core.peers.Books;
import dev.primus.core.peers.ElectionExpiry;
import dev.primus.core.peers.Member;
import dev.primus.core.peers.Past;
import dev.primus.core.peers.PauseMark;
import dev.primus.core.peers.Post;
import dev.primus.core.peers.RefusedTerms;
import dev.primus.core.peers.TermBound;
import dev.primus.core.spi.Answer;
import dev.primus.core.spi.Bid;
import dev.primus.core.spi.Enrolment;
import dev.primus.core.spi.Hold;
import dev.primus.core.spi.Mark;
import dev.primus.core.spi.Parting;
import dev.primus.core.spi.PeerView;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A member of a scored ballot.
 *
 * <p>An election has a candidate ask all members whether they would follow it; one whom enough would can be voted for, and
 * every voter votes for the best of those. Whoever enough have voted for asks them to follow, by a heartbeat, and leads while
 * enough acknowledge its heartbeats. That there are never two rests on each voter's {@link Oath}.
 *
 * <p>Here everything arrives; its rooms are elections and its own candidates in them ({@link Campaign}), its own terms
 * ({@link Rounds}, {@link Partings}), what it says to others ({@link Voice}), how it finds a leader ({@link Discovery}), what
 * is asked of leaders ({@link Requests}), who votes ({@link Reform}), what voters were heard to swear
 * ({@link Recollections}), what would be if ({@link Surveys}), how well it
 * reaches the others ({@link Soundings}), what it shows ({@link Showcase}) and why nobody leads ({@link Obstacles}).
 */
public final class Ballot implements Member<BallotMessage> {
    private final Chamber chamber;
    private final Showcase showcase;
    private final Obstacles obstacles;
    private final Rounds rounds;
    private final Partings partings;
    private final Campaign campaign;
    private final Voice voice;
    private final Discovery discovery;
    private final Recollections recollections;
    private final Reform reform;
    private final Requests requests;
    private final Surveys surveys;
    private final Soundings soundings;
    private final ElectionExpiry<Ward> expiry;
    private MonoTime looked = new MonoTime(0);

    /**
     * @param past what this member has sworn in former lives
     */
    public Ballot(BallotRules rules, BallotHands hands, Past past, MonoTime startedAt) {
        TermBound.check("the disk of " + rules.self().name(), past.marks());
        this.chamber = new Chamber(
                rules,
                hands,
                new Assembly(rules),
                new Wards(rules, hands, past, startedAt, this::forget),
                new Post<>(rules.self(), hands, this::hear),
                new Accord(rules, hands),
                Mandate.of(rules.quorum()),
                new Scoring(rules.weights()),
                new Reach(),
                new TermBound(rules.quorum()),
                new RefusedTerms(hands::warn));
        this.showcase = new Showcase(chamber);
        this.obstacles = new Obstacles(chamber, showcase);
        this.rounds = new Rounds(chamber);
        this.partings = new Partings(chamber, showcase);
        Deference deference = new Deference(chamber);
        this.campaign = new Campaign(chamber, deference, showcase, rounds, partings);
        this.discovery = new Discovery(chamber);
        this.recollections = new Recollections(chamber, campaign);
        this.voice = new Voice(chamber, campaign, deference, discovery, recollections);
        this.reform = new Reform(chamber);
        this.requests = new Requests(chamber, reform);
        this.surveys = new Surveys(chamber);
        this.soundings = new Soundings(chamber, startedAt);
        this.expiry = new ElectionExpiry<>(
                chamber.wards().table(),
                past,
                hands,
                startedAt,
                rules.timing().silence(),
                mark -> isOfFirstVoters(rules, mark));
    }

    /** Who votes may have changed since, and no floor says that. */
    private static boolean isOfFirstVoters(BallotRules rules, Mark mark) {
        return mark.suffrage() == null || mark.suffrage().equals(rules.suffrage());
    }

    private void forget(ElectionName election) {
        voice.forget(election);
        reform.forget(election);
        recollections.forget(election);
    }

    // ---- what this node's candidates ask -------------------------------------------------------------------------

    @Override
    public Answer enroll(Enrolment enrolment, MonoTime now) {
        Enrolment told = asTold(enrolment);
        chamber.wards().enrolled(told.election(), told.part());
        Ward ward = chamber.wards().of(told.election());
        chamber.post().send(chamber.assembly().others(), new Enrolled(List.of(told)), now);
        if (told.part() == Enrolment.Part.GONE) {
            campaign.leaves(ward, now);
        } else {
            discovery.begin(ward, now);
        }
        chamber.post().deliverToSelf();
        return look(told.election(), now);
    }

    /** Who may not stand is no candidate for whom the others would wait. */
    private Enrolment asTold(Enrolment enrolment) {
        boolean inVain =
                enrolment.part() == Enrolment.Part.CANDIDATE && !chamber.facts().mayStand();
        return inVain ? new Enrolment(enrolment.election(), Enrolment.Part.OBSERVER) : enrolment;
    }

    @Override
    public Answer look(ElectionName election, MonoTime now) {
        return Answer.seen(showcase.sighting(chamber.wards().of(election), now));
    }

    @Override
    public void acquire(Bid bid, MonoTime deadline, Consumer<Answer> reply, MonoTime now) {
        chamber.wards().owns(bid.election());
        campaign.acquire(bid, deadline, reply, now);
        chamber.post().deliverToSelf();
    }

    @Override
    public void renew(List<Hold> holds, MonoTime deadline, Consumer<Answer> reply, MonoTime now) {
        List<Tally> tallies = new ArrayList<>();
        List<Beat> beats = new ArrayList<>();
        for (Hold hold : holds) {
            Ward ward = chamber.wards().of(hold.election());
            Holding mine = ward.holding();
            if (mine == null || !mine.term().token().equals(hold.token())) {
                reply.accept(Answer.lost(showcase.sighting(ward, now), LossReason.TAKEN));
            } else {
                if (ward.oath().lapse() != null || isToStandAgain(mine, now)) {
                    chamber.hands().giveUp(hold.election(), LossReason.MERGED);
                }
                ward.holds(mine.keptAt(now));
                ward.beats(now);
                tallies.add(new Tally(
                        hold.election(),
                        mine.term(),
                        deadline,
                        (outcome, at) -> reply.accept(renewed(ward, mine.term(), outcome, at))));
                beats.add(new Beat(
                        hold.election(),
                        mine.term(),
                        mine.since(),
                        ward.franchise().version(),
                        mine.release()));
                reform.attend(ward, mine, now);
            }
        }
        rounds.call(tallies, beats, now);
        chamber.post().deliverToSelf();
    }

    /**
     * A voter in a later term can follow only who is elected above that; not more often than the leader's window allows.
     * Where no majority is asked for, somebody may lead by that later term, and there is nothing to wait for.
     */
    private boolean isToStandAgain(Holding mine, MonoTime now) {
        MonoTime leftAloneUntil = mine.begunAt().plus(chamber.rules().timing().leaderWindow());
        return mine.outvoted() && (!chamber.mandate().isExclusive() || !now.isBefore(leftAloneUntil));
    }

    private Answer renewed(Ward ward, Term term, Tally.Outcome outcome, MonoTime now) {
        return switch (outcome) {
            case CARRIED -> Answer.seen(showcase.sighting(ward, now));
            case LOST -> {
                ward.gave(term);
                yield Answer.lost(showcase.sighting(ward, now), LossReason.TAKEN);
            }
            case UNKNOWN -> Answer.unknown(ward.election(), "too few members have answered");
        };
    }

    @Override
    public void release(Parting parting, MonoTime deadline, Consumer<Answer> reply, MonoTime now) {
        partings.release(parting, deadline, reply, now);
        chamber.post().deliverToSelf();
    }

    @Override
    public boolean pause(ElectionName election, @Nullable Pause pause, MonoTime now) {
        Wards wards = chamber.wards();
        if (!wards.knows(election)) {
            return false;
        }
        Ward ward = wards.of(election);
        PauseMark known = ward.pauseMark();
        boolean news = (ward.pause() == null) != (pause == null);
        // Later than all that is known, whatever this clock says; and told again, since it may have been lost.
        PauseMark mark = news ? PauseMark.after(known, pause, chamber.hands().wallMillis()) : known;
        if (mark != null) {
            chamber.post().send(chamber.assembly().all(), new Paused(election, mark), now);
            chamber.post().deliverToSelf();
        }
        return news;
    }

    /**
     * Somebody wants a new election.
     *
     * @param override whether windows are no reason to refuse
     * @param reply is told why not; nothing if there will be one
     */
    public void request(
            ElectionName election,
            Trigger trigger,
            boolean override,
            MonoTime deadline,
            Consumer<String> reply,
            MonoTime now) {
        requests.request(election, trigger, override, deadline, reply, now);
        chamber.post().deliverToSelf();
    }

    /**
     * A node is to vote from now on, or no more.
     *
     * @param reply is told once it is so, and stays so; or why not
     */
    public void reform(
            ElectionName election,
            NodeName node,
            boolean joins,
            MonoTime deadline,
            Consumer<Ruling> reply,
            MonoTime now) {
        requests.reform(election, node, joins, deadline, reply, now);
        chamber.post().deliverToSelf();
    }

    /** Who votes in an election, as far as is known here; null if voters are counted and not named. */
    public @Nullable Suffrage suffrage(ElectionName election) {
        return chamber.wards().of(election).franchise().suffrage();
    }

    /** Who would win now, as far as is known by then; nobody votes, and nothing changes. */
    public void survey(ElectionName election, MonoTime deadline, Consumer<Report> reply, MonoTime now) {
        surveys.survey(election, deadline, reply, now);
        chamber.post().deliverToSelf();
    }

    // ---- what this node is told ------------------------------------------------------------------------------------

    @Override
    public void viewed(PeerView next, MonoTime now) {
        PeerView before = chamber.assembly().view();
        List<Ward> cutOff = chamber.wards().all().stream()
                .filter(ward -> !chamber.hasQuorumInSight(ward))
                .toList();
        chamber.assembly().viewed(next);
        chamber.accord().viewed(next, chamber.assembly().hasNamesake());
        chamber.wards().edition().changed();
        Set<NodeId> members = Set.copyOf(next.members());
        chamber.wards().all().forEach(ward -> ward.roll().onView(members));
        cutOff.stream().filter(chamber::hasQuorumInSight).forEach(ward -> {
            if (ward.show(now) == null && ward.decidedAt() != null) {
                ward.becauseOf(Trigger.QUORUM_RESTORED);
            }
            chamber.hands().worthALook(ward.election());
        });
        Set<NodeId> known = Set.copyOf(before.members());
        List<NodeId> newcomers = chamber.assembly().others().stream()
                .filter(member -> !known.contains(member))
                .toList();
        introduceTo(newcomers, now);
        recollections.introduceTo(newcomers, now);
        discovery.met(newcomers, now);
        chamber.post().deliverToSelf();
    }

    /** Who has not been there when this member enrolled does not know of it yet, nor that it votes. */
    private void introduceTo(List<NodeId> newcomers, MonoTime now) {
        chamber.introduceTo(newcomers, now);
        for (List<Enrolment> some : Post.inParts(chamber.wards().parts().all())) {
            if (!some.isEmpty()) {
                chamber.post().send(newcomers, new Enrolled(some), now);
            }
        }
        for (Ward ward : chamber.wards().all()) {
            PauseMark mark = ward.pauseMark();
            if (mark != null) {
                chamber.post().send(newcomers, new Paused(ward.election(), mark), now);
            }
        }
    }

    @Override
    public void heard(NodeId from, BallotMessage message, MonoTime now) {
        hear(from, message, now);
        chamber.post().deliverToSelf();
    }

    /** This node's own term is ended by this node alone: it lives. */
    @Override
    public boolean releasedByCompanion(ElectionName election, NodeId owner, String keyDigest, MonoTime now) {
        if (owner.equals(chamber.self()) || !chamber.wards().knows(election)) {
            return false;
        }
        boolean over = partings.releasedByCompanion(election, owner, keyDigest, now);
        chamber.post().deliverToSelf();
        return over;
    }

    private void hear(NodeId from, BallotMessage message, MonoTime now) {
        chamber.wards().setSender(from, now);
        try {
            message.to(new Hearing(from, now));
        } finally {
            chamber.wards().setSender(null, now);
        }
    }

    @Override
    public void kept(List<Mark> durable, MonoTime now) {
        recollections.kept(durable);
        voice.kept(durable, now);
        reform.kept(durable, now);
        chamber.post().deliverToSelf();
    }

    @Override
    public void notKept(List<Mark> failed) {
        voice.notKept(failed);
        reform.notKept(failed);
    }

    @Override
    public void notDropped(List<Mark> failed) {
        expiry.notDropped(failed);
    }

    @Override
    public MonoTime wakeAt() {
        MonoTime next = MonoTime.earlier(rounds.wakeAt(), partings.wakeAt());
        next = MonoTime.earlier(next, MonoTime.earlier(requests.wakeAt(), surveys.wakeAt()));
        next = MonoTime.earlier(next, MonoTime.earlier(soundings.wakeAt(), reform.wakeAt()));
        next = MonoTime.earlier(next, expiry.wakeAt());
        for (Ward ward : chamber.wards().all()) {
            next = MonoTime.earlier(next, ward.changesAfter(looked));
            next = MonoTime.earlier(next, ward.phase().wakeAfter(looked));
            Holding mine = ward.holding();
            next = mine == null ? next : MonoTime.earlier(next, silentAt(mine));
        }
        return next;
    }

    /** When a term is over that its candidate has not asked to keep. */
    private MonoTime silentAt(Holding mine) {
        return mine.keptAt().plus(chamber.rules().timing().silence());
    }

    @Override
    public void woken(MonoTime now) {
        rounds.woken(now);
        partings.woken(now);
        requests.woken(now);
        surveys.woken(now);
        soundings.woken(now);
        reform.woken(now);
        for (Ward ward : List.copyOf(chamber.wards().all())) {
            Holding mine = ward.holding();
            if (mine != null && !now.isBefore(silentAt(mine))) {
                partings.end(ward, mine.term(), LossReason.EXPIRED, null, now);
            }
            if (!now.isBefore(ward.changesAfter(looked))) {
                ward.isLeftAlone(now);
                chamber.wards().edition().changed();
                chamber.hands().worthALook(ward.election());
            }
            discovery.woken(ward, looked, now);
            campaign.woken(ward, now);
            voice.voteIfReady(ward, now);
        }
        looked = now;
        chamber.post().deliverToSelf();
        if (chamber.mandate().isCarriedBy(chamber.assembly().names(), chamber.others())) {
            expiry.onTimer(Set.copyOf(chamber.assembly().all()), this::isKeeping, now);
        } else {
            expiry.postpone(now);
        }
    }

    private boolean isKeeping(ElectionName election) {
        return voice.isKeeping(election) || reform.isOpen(election);
    }

    /** What a member has said, and who it was. */
    private final class Hearing implements BallotMessage.Reader {
        private final NodeId from;
        private final MonoTime now;

        Hearing(NodeId from, MonoTime now) {
            this.from = from;
            this.now = now;
        }

        @Override
        public void discover(Discover message) {
            discovery.asked(from, message, now);
        }

        @Override
        public void discovered(Discovered message) {
            discovery.answered(from, message, now);
        }

        @Override
        public void started(Started message) {
            campaign.started(from, message, now);
        }

        @Override
        public void candidacy(Candidacy message) {
            voice.candidacy(from, message, now);
        }

        @Override
        public void acknowledged(Acknowledged message) {
            campaign.acknowledged(from, message, now);
        }

        @Override
        public void vote(Vote message) {
            recollections.voted(from, message);
            campaign.voted(from, message, now);
        }

        @Override
        public void winner(Winner message) {
            if (message.term().leader().equals(from)) {
                recollections.won(message);
                campaign.winner(from, message, now);
            }
        }

        @Override
        public void heartbeat(Heartbeat message) {
            voice.heartbeat(from, message, now);
        }

        @Override
        public void heard(Heard message) {
            chamber.accord().isWith(from, message.charter());
            recollections.heard(from, message, now);
            rounds.heard(from, message, now);
            reform.heard(from, message, now);
        }

        @Override
        public void ended(Ended message) {
            partings.ended(from, message, now);
        }

        @Override
        public void noted(Noted message) {
            partings.noted(from, message, now);
        }

        @Override
        public void requested(Requested message) {
            requests.requested(from, message, now);
        }

        @Override
        public void ruled(Ruled message) {
            requests.ruled(message);
        }

        @Override
        public void petition(Petition message) {
            requests.petition(from, message, now);
        }

        @Override
        public void amendment(Amendment message) {
            reform.amendment(from, message, now);
        }

        @Override
        public void amended(Amended message) {
            reform.amended(from, message, now);
        }

        @Override
        public void surveyed(Survey message) {
            surveys.surveyed(from, message, now);
        }

        @Override
        public void stated(Stated message) {
            surveys.stated(from, message, now);
            soundings.stated(from, message, now);
        }

        @Override
        public void enrolled(Enrolled message) {
            chamber.wards().edition().changed();
            message.enrolments()
                    .forEach(each -> chamber.wards().of(each.election()).roll().put(from, each.part()));
        }

        @Override
        public void recalled(Recalled message) {
            recollections.recalled(from, message, now);
        }

        @Override
        public void paused(Paused message) {
            chamber.wards().of(message.election()).paused(message.mark());
            chamber.hands().worthALook(message.election());
        }

        @Override
        public void generationStarted(GenerationStarted message) {
            // News for those who listen to the link; nothing here depends on it.
        }

        @Override
        public void generationStopped(GenerationStopped message) {
            // As above.
        }
    }

    // ---- what this node shows --------------------------------------------------------------------------------------

    /** Whether this member leads an election, and so sends heartbeats for it. */
    public boolean leads(ElectionName election) {
        Ward ward = known(election);
        Holding mine = ward == null ? null : ward.holding();
        return mine != null && mine.granted();
    }

    /** When this member last sent a heartbeat for an election that it leads; null if it never did. */
    public @Nullable MonoTime lastBeat(ElectionName election) {
        Ward ward = known(election);
        return ward == null ? null : ward.lastBeat();
    }

    /** How far this member is with an election. */
    public ElectionPhase phase(ElectionName election) {
        Ward ward = known(election);
        return ward == null ? ElectionPhase.IDLE : ward.phase().name();
    }

    /** Asking makes no election. */
    private @Nullable Ward known(ElectionName election) {
        return chamber.wards().knows(election) ? chamber.wards().of(election) : null;
    }

    @Override
    public String obstacle(MonoTime now) {
        return obstacles.any(now);
    }

    @Override
    public String obstacle(ElectionName election, MonoTime now) {
        return obstacles.to(election, now);
    }

    @Override
    public long refusedTerms() {
        return chamber.refused().count();
    }

    @Override
    public String configurationMismatch() {
        return chamber.accord().said();
    }

    @Override
    public long edition() {
        return chamber.wards().edition().number();
    }

    @Override
    public Books books(MonoTime now) {
        return showcase.books(now);
    }

    @Override
    public PeerView view() {
        return chamber.assembly().view();
    }
}
