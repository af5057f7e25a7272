package dev.primus.core.ballot;

import dev.primus.core.MonoTime;
import dev.primus.core.NodeId;
import dev.primus.core.ballot.BallotMessage.Stage;
import dev.primus.core.ballot.BallotMessage.Stance;
import dev.primus.core.ballot.score.Facts;
import dev.primus.core.ballot.score.Standing;
import dev.primus.core.peers.Legacy;
import dev.primus.core.spi.Enrolment;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Who speaks in an election. If all stood, all would have to be answered by all; so whoever knows of a better one keeps
 * quiet, and the better one speaks for the lists when it has heard from all who might outdo it. All this is about whom voters
 * prefer and how soon they know: nobody's promise depends on it.
 */
final class Deference {
    /** After so many elections without a winner scores count no more, so that no tie and no silent favourite lasts. */
    private static final int PATIENCE_WITH_SCORES = 2;

    private final Chamber chamber;

    Deference(Chamber chamber) {
        this.chamber = chamber;
    }

    // ---- this member's own candidate -------------------------------------------------------------------------------

    /** When an election that begins now is this member's turn to stand, if it hears of nobody better: not all at once. */
    MonoTime turn(Ward ward, MonoTime now) {
        long spread = chamber.rules().timing().turns(expected(ward, now).size()).toNanos();
        return spread == 0 ? now : now.plusNanos(chamber.hands().upTo(spread));
    }

    /** From when on nobody is waited for: who kept quiet stands after all, and who is ahead asks for votes. */
    MonoTime lastCall(MonoTime now) {
        long window = chamber.rules().timing().candidacyWindow().toNanos();
        return now.plusNanos(window * 3 / 4 + chamber.hands().upTo(window / 8));
    }

    /** Whether this member's candidate has waited long enough for a better one. */
    boolean isItsTurn(Ward ward, Contest contest, Run run, MonoTime now) {
        if (isOutOfPatience(ward)) {
            return true;
        }
        if (contest.isClosed()) {
            return !standsBehind(contest, run, Stage.VIABLE);
        }
        boolean outdone = standsBehind(contest, run, Stage.STANDING);
        return !now.isBefore(outdone ? contest.lastCallAt() : contest.turnAt());
    }

    /**
     * Whether this member's candidate, which enough would follow, asks for votes. At first all who might be better must have
     * been heard, and none be; then nobody better must stand; and in the end nobody better must ask for votes.
     */
    boolean mayBeVotedFor(Ward ward, Contest contest, Run run, MonoTime now) {
        if (isOutOfPatience(ward)) {
            return true;
        }
        if (contest.isClosed()) {
            return !standsBehind(contest, run, Stage.VIABLE);
        }
        return !standsBehind(contest, run, Stage.STANDING)
                && (!now.isBefore(contest.lastCallAt()) || hasHeardAll(ward, contest, run, now));
    }

    private boolean hasHeardAll(Ward ward, Contest contest, Run run, MonoTime now) {
        return expected(ward, now).stream().allMatch(run::hasAnswered)
                && contest.quiet().stream().noneMatch(rival -> isBetter(rival, run));
    }

    /** Whether a better one is known that has come at least so far. */
    boolean standsBehind(Contest contest, Run run, Stage atLeast) {
        Standing own = chamber.standing(run.said());
        return contest.field().stream()
                .filter(other -> !other.term().leader().equals(chamber.self()))
                .filter(other -> other.stage() == Stage.VIABLE || other.stage() == atLeast)
                .anyMatch(other -> chamber.standing(other).compareTo(own) < 0);
    }

    private boolean isBetter(Rival rival, Run run) {
        return chamber.standing(run.bid().election(), rival).compareTo(chamber.standing(run.said())) < 0;
    }

    // ---- others' candidates ----------------------------------------------------------------------------------------

    /** What this member tells a candidate of itself, if it would stand too; null if it would not. */
    @Nullable
    Facts ownFacts(Ward ward, MonoTime now) {
        Legacy legacy = ward.legacy(now);
        boolean mine = legacy == null || legacy.heir().equals(chamber.self().name());
        boolean would = chamber.wards().isCandidate(ward.election())
                && mine
                && !chamber.self().equals(ward.departed())
                && !now.isBefore(ward.restsUntil())
                && ward.oath().toCandidate(chamber.self(), now) == Stance.AGREED
                && chamber.hasQuorumInSight(ward);
        Facts facts = would ? chamber.facts() : Facts.NONE;
        return facts.mayStand() ? facts : null;
    }

    /** Voters wait for the best of those who stand; or until the time for standing is over. */
    boolean isTimeToVote(Ward ward, Contest contest) {
        return contest.isClosed()
                || isOutOfPatience(ward)
                || contest.field().stream()
                        .filter(each -> each.stage() != Stage.WITHDRAWN)
                        .min(Comparator.comparing(chamber::standing))
                        .filter(best -> best.stage() == Stage.VIABLE)
                        .isPresent();
    }

    private static boolean isOutOfPatience(Ward ward) {
        return ward.failures() >= PATIENCE_WITH_SCORES;
    }

    /** Who else is known to take part and within reach, so that it is worth waiting for. */
    private List<NodeId> expected(Ward ward, MonoTime now) {
        Legacy legacy = ward.legacy(now);
        return chamber.assembly().others().stream()
                .filter(member -> ward.roll().of(member) == Enrolment.Part.CANDIDATE)
                .filter(member -> !member.equals(ward.departed()))
                .filter(member -> !chamber.accord().isStranger(member, ward.election()))
                .filter(member -> legacy == null || legacy.heir().equals(member.name()))
                .toList();
    }
}
