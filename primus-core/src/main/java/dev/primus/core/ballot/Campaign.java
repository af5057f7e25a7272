package dev.primus.core.ballot;

import dev.primus.core.ElectionName;
import dev.primus.core.LossReason;
import dev.primus.core.MonoTime;
import dev.primus.core.NodeId;
import dev.primus.core.NodeName;
import dev.primus.core.Term;
import dev.primus.core.ballot.BallotMessage.Acknowledged;
import dev.primus.core.ballot.BallotMessage.Beat;
import dev.primus.core.ballot.BallotMessage.Candidacy;
import dev.primus.core.ballot.BallotMessage.Stage;
import dev.primus.core.ballot.BallotMessage.Stance;
import dev.primus.core.ballot.BallotMessage.Started;
import dev.primus.core.ballot.BallotMessage.Vote;
import dev.primus.core.ballot.BallotMessage.Winner;
import dev.primus.core.ballot.Phase.Electing;
import dev.primus.core.ballot.score.Facts;
import dev.primus.core.ballot.score.Report;
import dev.primus.core.spi.Answer;
import dev.primus.core.spi.Bid;
import dev.primus.core.spi.Enrolment;
import dev.primus.core.spi.Sighting;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Elections from beginning to end, and this member's candidates in them: it asks who would follow it, can be voted for when
 * enough would, and has won when enough have voted for it. It leads when they have acknowledged its first heartbeat.
 */
final class Campaign {
    /** The wait before another try doubles so often at most. */
    private static final int MOST_DOUBLINGS = 3;

    /** So many of those who were not elected are told of with the winner, so that anybody can say why. */
    private static final int MOST_RUNNERS_UP = 7;

    private final Chamber chamber;
    private final Deference deference;
    private final Showcase showcase;
    private final Rounds rounds;
    private final Partings partings;
    private long number;

    Campaign(Chamber chamber, Deference deference, Showcase showcase, Rounds rounds, Partings partings) {
        this.chamber = chamber;
        this.deference = deference;
        this.showcase = showcase;
        this.rounds = rounds;
        this.partings = partings;
    }

    // ---- it begins -------------------------------------------------------------------------------------------------

    void acquire(Bid bid, MonoTime deadline, Consumer<Answer> reply, MonoTime now) {
        Ward ward = chamber.wards().of(bid.election());
        Sighting seen = showcase.sighting(ward, now);
        if (seen.isLive() || !seen.isOpenTo(chamber.self().name())) {
            reply.accept(Answer.refused(seen));
            return;
        }
        Facts facts = chamber.facts();
        if (!facts.mayStand()) {
            ward.restUntil(now.plus(chamber.rules().timing().checkEvery()));
            reply.accept(Answer.refused(showcase.sighting(ward, now)));
            return;
        }
        Contest contest = opened(ward, now);
        Run former = contest.run();
        if (former != null) {
            contest.runs(null);
            former.answer(Answer.refused(showcase.sighting(ward, now)));
        }
        int score = chamber.scoring().of(facts).total().millionths();
        Run run = new Run(
                ++number,
                bid,
                deadline,
                reply,
                facts,
                score,
                ward.franchise().version(),
                chamber.accord().charter(),
                termAbove(ward.highest()));
        contest.runs(run);
        goOn(ward, now);
    }

    private Term termAbove(long highest) {
        long next = chamber.mandate().numberAbove(highest, chamber.hands().wallMillis());
        return Term.of(chamber.self(), next);
    }

    /** The election that is under way; from now on there is one. */
    Contest opened(Ward ward, MonoTime now) {
        Contest open = ward.contest();
        if (open != null) {
            return open;
        }
        Contest contest = new Contest(
                ward.trigger(now), chamber.rules().timing(), now, deference.turn(ward, now), deference.lastCall(now));
        ward.turnTo(new Electing(contest));
        if (ward.oath().toCandidate(chamber.self(), now) == Stance.AGREED) {
            chamber.hands().worthALook(ward.election());
        }
        return contest;
    }

    /** Somebody has begun one; whoever follows a leader that is well, or goes by other rules, takes no notice. */
    void started(NodeId from, Started message, MonoTime now) {
        Ward ward = chamber.wards().of(message.election());
        if (chamber.accord().isStranger(from, message.election())) {
            return;
        }
        if (ward.oath().leader(now) == null && !ward.oath().isSilent(now) && ward.pause() == null) {
            opened(ward, now);
        }
    }

    /** This member's own candidate stands, and asks for votes, as soon as it should. */
    void goOn(Ward ward, MonoTime now) {
        Contest contest = ward.contest();
        Run run = contest == null ? null : contest.run();
        if (contest == null || run == null || run.isViable()) {
            return;
        }
        if (run.isQuiet() && deference.isItsTurn(ward, contest, run, now)) {
            if (contest.field().isEmpty()) {
                Started news = new Started(ward.election(), ward.highest() + 1, contest.trigger());
                chamber.post().send(chamber.assembly().others(), news, now);
            }
            run.stands();
            announce(run, now);
        }
        if (chamber.isCarriedBy(ward, run.supporters()) && deference.mayBeVotedFor(ward, contest, run, now)) {
            run.becomesViable(termAbove(Math.max(ward.highest(), run.highest())));
            announce(run, now);
        }
    }

    private void announce(Run run, MonoTime now) {
        run.repeatsAt(now.plus(chamber.rules().timing().repeatAfter()));
        chamber.post().send(chamber.assembly().all(), run.said(), now);
    }

    // ---- it goes on ------------------------------------------------------------------------------------------------

    void acknowledged(NodeId from, Acknowledged ack, MonoTime now) {
        chamber.accord().heard(from, ack.voter());
        Ward ward = chamber.wards().of(ack.election());
        if (!chamber.admits(from, ack.election(), ack.highest(), now)) {
            return;
        }
        ward.counted(ack.highest());
        boolean sameVoters = chamber.accord()
                .hasSameVoters(
                        from, ack.election(), ack.electorate(), ward.franchise().version());
        Contest contest = ward.contest();
        Run run = contest == null ? null : contest.run();
        if (contest == null
                || run == null
                || !run.acknowledged(from.name(), ack, sameVoters && chamber.counts(ward, from.name(), ack.voter()))) {
            return;
        }
        Facts own = ack.own();
        if (own == null) {
            contest.wouldNotStand(from);
        } else {
            contest.keepsQuiet(new Rival(from, own));
        }
        goOn(ward, now);
    }

    void voted(NodeId from, Vote vote, MonoTime now) {
        Ward ward = chamber.wards().of(vote.election());
        Contest contest = ward.contest();
        if (contest == null || !chamber.counts(ward, from.name(), true)) {
            return;
        }
        contest.voted(from.name(), vote.term());
        Run run = contest.run();
        if (run != null && run.isViable()) {
            run.counted(from.name(), vote.term());
            decide(ward, contest, run, now);
        }
    }

    /** As soon as nothing can change it any more. */
    private void decide(Ward ward, Contest contest, Run run, MonoTime now) {
        if (!chamber.mandate().isExclusive()) {
            if (contest.haveVoted(votersInSight(ward))) {
                countAll(ward, contest, run, now);
            }
            return;
        }
        if (chamber.isCarriedBy(ward, run.votesFor())) {
            won(ward, contest, run, now);
        } else if (chamber.isHopeless(ward, run.votesAgainst())) {
            contest.votedFor().stream()
                    .filter(term -> chamber.isCarriedBy(ward, contest.votersOf(term)))
                    .findFirst()
                    .ifPresentOrElse(elected -> isWon(ward, elected, now), () -> lost(ward, contest, run, now));
        }
    }

    /** Who only watches is not waited for. */
    private List<NodeId> votersInSight(Ward ward) {
        return chamber.assembly().all().stream()
                .filter(member -> ward.roll().of(member) != Enrolment.Part.OBSERVER)
                .filter(member -> !chamber.accord().isStranger(member, ward.election()))
                .toList();
    }

    /** Most votes win, of two with as many the better, and without any vote the best: who is not there does not count. */
    private void countAll(Ward ward, Contest contest, Run run, MonoTime now) {
        Comparator<Candidacy> byVotes =
                Comparator.comparing(each -> contest.votersOf(each.term()).size());
        Comparator<Candidacy> bestFirst = byVotes.reversed().thenComparing(each -> chamber.standing(each));
        boolean first = contest.viable().stream()
                .min(bestFirst)
                .filter(best -> best.term().equals(run.term()))
                .isPresent();
        boolean late = ward.highest() > run.term().token().value();
        if (first && !late) {
            won(ward, contest, run, now);
        } else {
            lost(ward, contest, run, now);
        }
    }

    // ---- it is won -------------------------------------------------------------------------------------------------

    /** Votes may be old, so a winner holds nothing: the heartbeat that enough acknowledge is what it leads by. */
    private void won(Ward ward, Contest contest, Run run, MonoTime now) {
        contest.runs(null);
        close(ward, contest, run.term(), run, now);
        List<NodeName> voters = run.votesFor().stream().sorted().toList();
        Winner news =
                new Winner(ward.election(), run.term(), run.facts(), run.score(), voters, runnersUp(ward, contest));
        chamber.post().send(chamber.assembly().others(), news, now);
        String release =
                chamber.hands().releaseDigest(ward.election(), run.bid().nonce());
        Holding mine =
                Holding.won(run.term(), run.bid().nonce(), chamber.hands().wallMillis(), release, now);
        ward.holds(mine);
        ward.beats(now);
        MonoTime deadline = now.plus(chamber.rules().timing().lease().ioTimeout());
        Tally tally =
                new Tally(ward.election(), run.term(), deadline, (outcome, at) -> begun(ward, run, now, outcome, at));
        rounds.call(
                List.of(tally),
                List.of(new Beat(
                        ward.election(),
                        run.term(),
                        mine.since(),
                        ward.franchise().version(),
                        release)),
                now);
    }

    private void begun(Ward ward, Run run, MonoTime sentAt, Tally.Outcome outcome, MonoTime now) {
        ElectionName election = ward.election();
        Holding mine = ward.holding();
        boolean carried = outcome == Tally.Outcome.CARRIED;
        if (carried && mine != null && mine.term().equals(run.term())) {
            ward.holds(mine.grantedNow());
            run.answer(Answer.granted(election, run.term().token(), sentAt));
            return;
        }
        partings.end(ward, run.term(), LossReason.NO_QUORUM, null, now);
        ward.termHasFailed();
        rest(ward, now);
        run.answer(Answer.refused(showcase.sighting(ward, now)));
    }

    private List<Rival> runnersUp(Ward ward, Contest contest) {
        return contest.rivals().stream()
                .filter(rival -> !rival.node().equals(chamber.self()))
                .sorted(Comparator.comparing(rival -> chamber.standing(ward.election(), rival)))
                .limit(MOST_RUNNERS_UP)
                .toList();
    }

    /** The winner tells who else would have led, and who has voted for it: for the record, and no evidence of anything. */
    void winner(NodeId from, Winner message, MonoTime now) {
        if (!chamber.admits(from, message.election(), message.term().token().value(), now)) {
            return;
        }
        Ward ward = chamber.wards().of(message.election());
        if (chamber.accord().isStranger(from, message.election())) {
            return;
        }
        Contest contest = ward.contest();
        if (contest != null) {
            message.runnersUp().forEach(contest::keepsQuiet);
            contest.keepsQuiet(new Rival(message.term().leader(), message.facts()));
            message.voters().forEach(voter -> contest.voted(voter, message.term()));
        }
        isWon(ward, message.term(), now);
    }

    /** Somebody has won, by its own word or by the votes. It will be heard in a moment, or has failed: for so long it is taken to lead. */
    void isWon(Ward ward, Term winner, MonoTime now) {
        if (!chamber.isCredible(ward.election(), winner.token().value())) {
            return;
        }
        if (ward.contest() != null && winner.token().value() >= ward.oath().heeded()) {
            ward.heardOf(
                    new Ward.Hearsay(winner, now.plus(chamber.rules().timing().heartbeatTimeout())));
            chamber.hands().worthALook(ward.election());
        }
        decided(ward, winner, now);
    }

    /** Somebody has won, or leads: whatever stood here has lost. */
    void decided(Ward ward, Term winner, MonoTime now) {
        Contest contest = ward.contest();
        if (contest == null) {
            return;
        }
        Run run = contest.run();
        if (run != null) {
            contest.runs(null);
            if (run.isViable()) {
                withdraw(ward, run, now);
            }
            run.answer(Answer.refused(showcase.sighting(ward, now)));
        }
        close(ward, contest, winner, run, now);
    }

    /** This member's candidate takes no part any more. */
    void leaves(Ward ward, MonoTime now) {
        withdraws(ward, now);
        Holding mine = ward.holding();
        if (mine != null) {
            partings.end(ward, mine.term(), LossReason.SHUTDOWN, null, now);
        }
    }

    // ---- it is lost ------------------------------------------------------------------------------------------------

    /** Whatever stands here does so no more. */
    void withdraws(Ward ward, MonoTime now) {
        Contest contest = ward.contest();
        Run run = contest == null ? null : contest.run();
        if (contest != null && run != null) {
            lost(ward, contest, run, now);
        }
    }

    private void lost(Ward ward, Contest contest, Run run, MonoTime now) {
        contest.runs(null);
        withdraw(ward, run, now);
        if (run.isViable()) {
            ward.termHasFailed();
        }
        rest(ward, now);
        run.answer(Answer.refused(showcase.sighting(ward, now)));
    }

    /** Whoever has voted for it is free again. */
    private void withdraw(Ward ward, Run run, MonoTime now) {
        if (run.isViable()) {
            partings.end(ward, run.term(), LossReason.NO_QUORUM, null, now);
        }
        if (!run.isQuiet()) {
            chamber.post().send(chamber.assembly().all(), run.said(Stage.WITHDRAWN), now);
        }
    }

    /**
     * Not all try again at once; when that did not help before, much less so. Each further term that comes to nothing doubles
     * the wait, until a term is acknowledged.
     */
    private void rest(Ward ward, MonoTime now) {
        long spell = chamber.rules().timing().heartbeatTimeout().toNanos();
        long window = chamber.rules().timing().candidacyWindow().toNanos();
        boolean often = ward.failures() > 0 || ward.failedTerms() > 1;
        int doublings = Math.min(MOST_DOUBLINGS, Math.max(0, ward.failedTerms() - 2));
        long least = often ? spell << doublings : 0;
        long more = chamber.hands().upTo(often ? least : window);
        ward.restUntil(now.plusNanos(least + more));
    }

    private void close(Ward ward, Contest contest, @Nullable Term winner, @Nullable Run run, MonoTime now) {
        Report report = report(ward, contest, winner, run, now);
        ward.closes(report, now);
        chamber.hands().decided(report);
    }

    private Report report(Ward ward, Contest contest, @Nullable Term winner, @Nullable Run run, MonoTime now) {
        List<Report.Entry> entries = contest.rivals().stream()
                .sorted(Comparator.comparing(rival -> chamber.standing(ward.election(), rival)))
                .map(rival -> entry(ward, contest, winner, rival))
                .toList();
        return new Report(
                ward.election(),
                contest.trigger(),
                Instant.ofEpochMilli(chamber.hands().wallMillis()),
                Duration.ofNanos(now.nanosSince(contest.openedAt())),
                winner,
                entries,
                contest.votes(),
                run == null ? Map.of() : run.vetoes());
    }

    private Report.Entry entry(Ward ward, Contest contest, @Nullable Term winner, Rival rival) {
        boolean elected = winner != null && winner.leader().equals(rival.node());
        Facts judged = chamber.judged(ward.election(), rival.node().name(), rival.facts());
        return new Report.Entry(
                rival.node(),
                elected || contest.isViable(rival.node()),
                judged,
                chamber.scoring().of(judged));
    }

    // ---- time ------------------------------------------------------------------------------------------------------

    /** Closes the lists, ends what takes too long, and asks again who has not answered. */
    void woken(Ward ward, MonoTime now) {
        Contest contest = ward.contest();
        if (contest == null) {
            return;
        }
        Run run = contest.run();
        if (contest.isDueToClose(now)) {
            contest.close();
            if (run != null && !run.isQuiet()) {
                goOn(ward, now);
            }
            if (run != null && !run.isViable() && !isOutdone(contest, run)) {
                lost(ward, contest, run, now);
                run = null;
            }
        } else {
            goOn(ward, now);
        }
        boolean over = contest.isOver(now);
        if (over && run != null && run.isViable() && !chamber.mandate().isExclusive()) {
            countAll(ward, contest, run, now);
            run = contest.run();
        }
        if (ward.contest() == null) {
            return;
        }
        if (run != null && (over || !now.isBefore(run.deadline()))) {
            lost(ward, contest, run, now);
        } else if (run != null && !now.isBefore(run.repeatAt())) {
            repeat(run, now);
        }
        if (over) {
            close(ward, contest, null, run, now);
        }
    }

    /** A better one asks for votes: it may win yet, and there is no reason to try anew. */
    private boolean isOutdone(Contest contest, Run run) {
        return deference.standsBehind(contest, run, Stage.VIABLE);
    }

    private void repeat(Run run, MonoTime now) {
        run.repeatsAt(now.plus(chamber.rules().timing().repeatAfter()));
        chamber.assembly().all().stream()
                .filter(run::isToBeAsked)
                .forEach(member -> chamber.post().send(member, run.said(), now));
    }
}
