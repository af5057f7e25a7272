package dev.primus.core.ballot;

import dev.primus.core.ElectionName;
import dev.primus.core.LossReason;
import dev.primus.core.MonoTime;
import dev.primus.core.NodeId;
import dev.primus.core.NodeName;
import dev.primus.core.Pause;
import dev.primus.core.Term;
import dev.primus.core.Trigger;
import dev.primus.core.ballot.Phase.Complete;
import dev.primus.core.ballot.Phase.Discovering;
import dev.primus.core.ballot.Phase.Electing;
import dev.primus.core.ballot.Phase.Idle;
import dev.primus.core.ballot.score.Report;
import dev.primus.core.peers.Chapters;
import dev.primus.core.peers.Edition;
import dev.primus.core.peers.Legacy;
import dev.primus.core.peers.PauseMark;
import dev.primus.core.peers.ReleaseCommitment;
import dev.primus.core.peers.RetainedElection;
import dev.primus.core.peers.Roll;
import dev.primus.core.peers.TermReports;
import dev.primus.core.spi.Mark;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a member knows of one election. */
final class Ward implements RetainedElection {
    private final ElectionName election;
    private final BallotRules rules;
    private final Oath oath;
    private final Franchise franchise;
    private final Edition edition;
    private final Chapters chapters;
    private final Roll roll = new Roll();
    private final Map<NodeName, Recollections.Memory> memories = new LinkedHashMap<>();
    private final TermReports reports = new TermReports();
    private Phase phase = new Idle();
    private Trigger cause = Trigger.DISCOVERY_FAILURE;
    private @Nullable Holding holding;
    private @Nullable Hearsay hearsay;
    private @Nullable Legacy legacy;
    private @Nullable PauseMark pause;
    private @Nullable MonoTime decidedAt;
    private @Nullable MonoTime lastBeat;
    private @Nullable NodeId departed;
    private MonoTime restsUntil = new MonoTime(0);
    private MonoTime tornUntil = new MonoTime(0);
    private MonoTime askAt = new MonoTime(0);
    private long highest;
    private long shown;
    private int failures;
    private int failedTerms;
    private MonoTime followedSince = new MonoTime(0);
    private @Nullable Report inVain;
    private @Nullable ReleaseCommitment commitment;

    /** Who leads by the word of somebody else, and until when that is believed. */
    record Hearsay(Term leader, MonoTime until) {}

    Ward(ElectionName election, BallotRules rules, Oath oath, Franchise franchise, Edition edition) {
        this.election = election;
        this.rules = rules;
        this.oath = oath;
        this.franchise = franchise;
        this.edition = edition;
        this.chapters = new Chapters(election, edition);
        this.highest = oath.heeded();
    }

    @Override
    public ElectionName election() {
        return election;
    }

    Oath oath() {
        return oath;
    }

    Franchise franchise() {
        return franchise;
    }

    Chapters chapters() {
        return chapters;
    }

    @Override
    public Roll roll() {
        return roll;
    }

    /** What voters were heard to swear here; kept by {@link Recollections}. */
    Map<NodeName, Recollections.Memory> memories() {
        return memories;
    }

    // ---- how long it is kept ---------------------------------------------------------------------------------------

    @Override
    public boolean isIdle(MonoTime now) {
        boolean rumour = hearsay != null && now.isBefore(hearsay.until());
        return phase instanceof Idle
                && holding == null
                && !rumour
                && !now.isBefore(bindsUntil())
                && !now.isBefore(MonoTime.later(restsUntil, tornUntil))
                && (legacy == null || !now.isBefore(legacy.until()))
                && oath.lapse() == null
                && !oath.isReminded()
                && pause() == null;
    }

    /** By when nothing that was sworn, in this life or a former one, can bind any more. */
    private MonoTime bindsUntil() {
        Duration spare = rules.timing().silence().minus(rules.timing().heartbeatTimeout());
        MonoTime sworn = MonoTime.later(oath.votedUntil(), oath.swornToFollowUntil());
        return MonoTime.later(sworn.plus(spare), oath.silentUntil());
    }

    /** A member that only watches swears nothing. */
    @Override
    public @Nullable Mark promise() {
        Term last = oath.sworn();
        return last == null || !rules.voter()
                ? null
                : new Mark(election, last, rules.timing().silence(), franchise.suffrage());
    }

    // ---- the phase -------------------------------------------------------------------------------------------------

    Phase phase() {
        return phase;
    }

    /** The one place where the phase changes. */
    void turnTo(Phase next) {
        if (!phase.mayTurnTo(next)) {
            throw new IllegalStateException(
                    "%s: from %s to %s there is no way".formatted(election, phase.name(), next.name()));
        }
        phase = next;
        edition.changed();
    }

    /** The election under way; null if there is none. */
    @Nullable
    Contest contest() {
        return phase instanceof Electing electing ? electing.contest() : null;
    }

    /** An election is over: complete, and then idle again. */
    void closes(Report report, MonoTime now) {
        turnTo(new Complete(report));
        turnTo(new Idle());
        inVain = report.winner() == null ? report : null;
        if (report.winner() == null) {
            failures++;
        } else {
            decidedAt = now;
        }
    }

    /** How many elections in a row have made nobody leader. */
    int failures() {
        return failures;
    }

    /** How many terms of this member's own came to nothing since the last that enough have acknowledged, whoever's it was. */
    int failedTerms() {
        return failedTerms;
    }

    void termHasFailed() {
        failedTerms++;
    }

    void termIsAcknowledged() {
        failedTerms = 0;
    }

    /** Since when the present leader is followed. */
    MonoTime followedSince() {
        return followedSince;
    }

    /** The last election, if it has made nobody leader; null if it has, or somebody leads anyway. */
    @Nullable
    Report inVain() {
        return inVain;
    }

    /** Why the next election would begin. */
    Trigger cause() {
        return cause;
    }

    void becauseOf(Trigger other) {
        cause = other;
    }

    /** Why an election that begins now is said to begin; a split brain is why, whatever else has happened. */
    Trigger trigger(MonoTime now) {
        return isTorn(now) ? Trigger.SPLIT_BRAIN : cause;
    }

    /** Whether a split brain was seen not long ago. */
    boolean isTorn(MonoTime now) {
        return now.isBefore(tornUntil);
    }

    void isTornUntil(MonoTime time) {
        tornUntil = time;
    }

    /** When the last election was decided; null if none was. */
    @Nullable
    MonoTime decidedAt() {
        return decidedAt;
    }

    // ---- who leads -------------------------------------------------------------------------------------------------

    /** A leader is followed for another spell. */
    void follows(Term term, long since, MonoTime now) {
        Term before = oath.followed();
        oath.follows(term, now);
        counted(term.token().value());
        hearsay = null;
        failures = 0;
        inVain = null;
        departed = null;
        if (phase instanceof Discovering) {
            turnTo(new Idle());
        }
        if (!term.equals(before)) {
            followedSince = now;
            if (before != null) {
                chapters.ended(before, null, null);
            }
            chapters.began(term, since);
        }
    }

    /** The leader that is followed has said by which key its companion can end its term. */
    void committed(Term term, String digest) {
        commitment = ReleaseCommitment.after(commitment, term, digest);
    }

    /** By which key the companion of the leader followed last can end its term; null if by none. */
    @Nullable
    ReleaseCommitment commitment() {
        return commitment;
    }

    void heardOf(Hearsay news) {
        hearsay = news;
        edition.changed();
    }

    /** Whether it is this term of which somebody has told. */
    boolean isRumoured(Term term) {
        return hearsay != null && hearsay.leader().equals(term);
    }

    /** The term that runs as far as this member knows; from here on none below it is shown to anybody. */
    @Nullable
    Term show(MonoTime now) {
        Term found = oath.leader(now);
        if (found == null && hearsay != null && now.isBefore(hearsay.until())) {
            found = hearsay.leader();
        }
        if (found == null || found.token().value() < shown || oath.over().contains(found)) {
            return null;
        }
        shown = found.token().value();
        return found;
    }

    /** The highest token of any term that was ever shown here. */
    long shown() {
        return shown;
    }

    /** The last leader, if it fell silent; null if it gave the election back, or there never was one. */
    @Nullable
    Term silent() {
        Term last = oath.followed();
        return last == null || oath.over().contains(last) ? null : last;
    }

    /** When, after that time, something shown here changes though nobody says anything. */
    MonoTime changesAfter(MonoTime now) {
        MonoTime next = later(now, oath.followsUntil(), MonoTime.NEVER);
        next = later(now, oath.votedUntil(), next);
        return hearsay == null ? next : later(now, hearsay.until(), next);
    }

    private static MonoTime later(MonoTime now, MonoTime time, MonoTime other) {
        return now.isBefore(time) ? MonoTime.earlier(time, other) : other;
    }

    /** If there was a leader, it was not heard in time. */
    void isLeftAlone(MonoTime now) {
        Term last = silent();
        boolean rumour = hearsay != null && !now.isBefore(hearsay.until());
        if (last != null && oath.leader(now) == null) {
            becauseOf(Trigger.HEARTBEAT_TIMEOUT);
            departed(last.leader());
            chapters.ended(last, LossReason.EXPIRED, null);
        } else if (rumour) {
            becauseOf(Trigger.HEARTBEAT_TIMEOUT);
        }
        hearsay = rumour ? null : hearsay;
    }

    /** Who has just gone, and is not waited for when candidates stand. */
    @Nullable
    NodeId departed() {
        return departed;
    }

    void departed(NodeId node) {
        departed = node;
    }

    /** A number that is known to have been used, whoever used it. */
    void counted(long number) {
        highest = Math.max(highest, number);
    }

    long highest() {
        return Math.max(highest, oath.heeded());
    }

    // ---- what stands before the next one ---------------------------------------------------------------------------

    void restUntil(MonoTime time) {
        restsUntil = time;
    }

    MonoTime restsUntil() {
        return restsUntil;
    }

    void bequeathed(Legacy left) {
        legacy = Legacy.later(legacy, left);
    }

    /** Who has the first try now; null if nobody. */
    @Nullable
    Legacy legacy(MonoTime now) {
        Legacy left = legacy;
        return left != null && now.isBefore(left.until()) && left.after() >= oath.heeded() ? left : null;
    }

    /** Whether the others may be asked now about a term above the bound; then not again for a while. */
    boolean mayAsk(Duration pause, MonoTime now) {
        boolean may = !now.isBefore(askAt);
        askAt = may ? now.plus(pause) : askAt;
        return may;
    }

    /** Terms above the bound that voters have reported. */
    TermReports reports() {
        return reports;
    }

    void paused(PauseMark told) {
        pause = PauseMark.later(pause, told);
        edition.changed();
    }

    @Nullable
    Pause pause() {
        return pause == null ? null : pause.pause();
    }

    @Nullable
    PauseMark pauseMark() {
        return pause;
    }

    // ---- this member's own term ------------------------------------------------------------------------------------

    @Nullable
    Holding holding() {
        return holding;
    }

    /** A heartbeat of this member's own goes out. */
    void beats(MonoTime now) {
        lastBeat = now;
    }

    @Nullable
    MonoTime lastBeat() {
        return lastBeat;
    }

    void holds(Holding mine) {
        holding = mine;
    }

    void gave(Term term) {
        if (holding != null && holding.term().equals(term)) {
            holding = null;
        }
    }
}
