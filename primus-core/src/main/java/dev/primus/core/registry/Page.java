package dev.primus.core.registry;

import dev.primus.core.ElectionName;
import dev.primus.core.LossReason;
import dev.primus.core.MonoTime;
import dev.primus.core.NodeId;
import dev.primus.core.NodeName;
import dev.primus.core.Pause;
import dev.primus.core.Term;
import dev.primus.core.peers.Chapters;
import dev.primus.core.peers.Edition;
import dev.primus.core.peers.Legacy;
import dev.primus.core.peers.Past;
import dev.primus.core.peers.PauseMark;
import dev.primus.core.peers.ReleaseCommitment;
import dev.primus.core.peers.RetainedElection;
import dev.primus.core.peers.Roll;
import dev.primus.core.spi.Enrolment;
import dev.primus.core.spi.Mark;
import dev.primus.core.spi.PeerView;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What a member knows of one election, and what it has promised there. */
final class Page implements RetainedElection {
    private static final int MOST_DISPLACED = 16;

    private final ElectionName election;
    private final RegistryRules rules;
    private final Chapters chapters;
    private Docket docket = Docket.EMPTY;
    private final Map<Term, MonoTime> vanished = new HashMap<>();
    private final Set<Term> displaced = new LinkedHashSet<>();
    private final Roll roll = new Roll();
    private final Past past;
    private final MonoTime startedAt;
    private final long floor;
    private @Nullable Term mark;
    private @Nullable MonoTime promisedAt;
    private MonoTime boundUntil = new MonoTime(0);
    private MonoTime restsUntil = new MonoTime(0);
    private MonoTime rowBusyUntil = new MonoTime(0);
    private long shown;
    private int failures;
    private @Nullable ReleaseCommitment commitment;

    Page(ElectionName election, RegistryRules rules, Past past, MonoTime startedAt, Edition edition) {
        this.election = election;
        this.rules = rules;
        this.past = past;
        this.startedAt = startedAt;
        this.chapters = new Chapters(election, edition);
        Mark kept = past.of(election);
        this.floor = past.floor();
        if (kept != null) {
            mark = kept.term();
            docket = docket.counted(kept.term().token().value());
        } else if (rules.quorum().isByPromise()) {
            docket = docket.counted(floor);
        }
    }

    @Override
    public ElectionName election() {
        return election;
    }

    Docket docket() {
        return docket;
    }

    Chapters chapters() {
        return chapters;
    }

    @Override
    public Roll roll() {
        return roll;
    }

    /** The highest term this member has promised to respect. */
    @Nullable
    Term mark() {
        return mark;
    }

    /** The highest number it has promised, or taken for a running term: nothing below that can last. */
    long heeded() {
        Term last = mark;
        return Math.max(shown, last == null ? floorOfPromises() : last.token().value());
    }

    /**
     * The term above which an election may begin that this member has no promise of: an earlier election of that name may
     * have been forgotten. Where no promise binds, the floor only keeps numbers from falling.
     */
    private long floorOfPromises() {
        return rules.quorum().isByPromise() ? floor : 0;
    }

    /** The highest number that a new term must be above. */
    long highest() {
        return Math.max(docket.highest(), floor);
    }

    /** The number that a term must have to last here; two sides may have had the same one, and only one was promised. */
    long heeded(Term asked) {
        Term last = mark;
        boolean tie = last != null && last.token().equals(asked.token()) && !last.equals(asked);
        return tie ? Math.max(heeded(), asked.token().value() + 1) : heeded();
    }

    // ---- what is learned ---------------------------------------------------------------------------------------

    void learn(Testimony told, NodeId from, PeerView view, MonoTime now) {
        SortedMap<Term, MonoTime> claims = new TreeMap<>(Docket.ORDER);
        Duration lease = rules.timing().lease().lease();
        Term holds = told.holds();
        if (holds != null && holds.leader().equals(from)) {
            claims.put(holds, now.plus(lease));
        }
        Testimony.Pledge pledge = told.pledge();
        if (pledge != null) {
            Duration left = pledge.left().compareTo(lease) < 0 ? pledge.left() : lease;
            claims.merge(pledge.term(), now.plus(left), MonoTime::later);
        }
        TreeSet<Term> over = new TreeSet<>(Docket.ORDER);
        over.addAll(told.over());
        NodeName heir = told.heir();
        Legacy legacy = heir == null ? null : new Legacy(told.after(), heir, now.plus(bounded(told.heirLeft())));
        learn(Docket.of(told.highest(), claims, over, legacy, told.pause()), view, now);
        Enrolment.Part part = told.part();
        if (part != null) {
            roll.put(from, part);
        }
    }

    private Duration bounded(Duration heirLeft) {
        Duration most = rules.timing().lease().heirWindow();
        return heirLeft.compareTo(most) < 0 ? heirLeft : most;
    }

    void learn(Docket other, PeerView view, MonoTime now) {
        if (!docket.knows(other)) {
            docket = docket.join(other);
            other.over().forEach(term -> chapters.ended(term, null, null));
            viewed(view, now);
        }
    }

    /** The owner of a term was heard, and is promised nothing. */
    void claimed(Term term, PeerView view, MonoTime now) {
        MonoTime until = now.plus(rules.timing().lease().lease());
        learn(Docket.of(term.token().value(), Map.of(term, until), List.of(), null, null), view, now);
    }

    /** This number is taken, whoever has it. */
    void counted(long token) {
        docket = docket.counted(token);
    }

    /** Terms that are said to have ended before. */
    void ended(Collection<Term> terms) {
        if (!terms.isEmpty()) {
            docket = docket.ended(terms);
            terms.forEach(this::forget);
        }
    }

    private void forget(Term term) {
        vanished.remove(term);
        chapters.ended(term, null, null);
    }

    /**
     * Who has vanished counts from the moment it was missed; who is back was never away.
     *
     * @return whether that made a difference
     */
    boolean viewed(PeerView view, MonoTime now) {
        boolean news = vanished.keySet()
                .removeIf(term -> view.has(term.leader()) || !docket.claims().containsKey(term));
        for (Term term : docket.claims().keySet()) {
            if (!view.has(term.leader())) {
                news |= vanished.putIfAbsent(term, now) == null;
            }
        }
        return news;
    }

    /**
     * This member has tried in vain, and leaves it to others for a while.
     *
     * @return how many times in a row that was
     */
    int failed(MonoTime now) {
        failures++;
        restsUntil = now.plus(rules.rulings().restAfterFailure(rules.timing(), failures));
        return failures;
    }

    /** What made tries fail may be over. */
    void forgetFailures() {
        failures = 0;
    }

    /** The row that votes like a member has promised another: until then there is no use in asking it. */
    void rowIsBusyFor(Duration told, MonoTime now) {
        Duration lease = rules.timing().lease().lease();
        rowBusyUntil = now.plus(told.compareTo(lease) < 0 ? told : lease);
    }

    boolean isRowBusy(MonoTime now) {
        return now.isBefore(rowBusyUntil);
    }

    /** This member itself has led by this term. */
    void led(Term term) {
        shown = Math.max(shown, term.token().value());
    }

    /** An owner's own word that a term is over. */
    void ended(Term term, @Nullable LossReason reason, @Nullable NodeName heir, MonoTime now, long wall) {
        docket = docket.ended(List.of(term));
        vanished.remove(term);
        chapters.ended(term, reason, Instant.ofEpochMilli(wall));
        Duration window = rules.timing().lease().heirWindow();
        if (heir != null) {
            docket = docket.bequeathed(new Legacy(docket.highest(), heir, now.plus(window)));
        } else if (displaced.contains(term) && docket.legacy() != null) {
            docket = docket.bequeathed(
                    new Legacy(docket.highest(), docket.legacy().heir(), now.plus(window)));
        }
    }

    void displaced(List<Term> terms, NodeName chosen, MonoTime now) {
        displaced.addAll(terms);
        while (displaced.size() > MOST_DISPLACED) {
            displaced.remove(displaced.iterator().next());
        }
        docket = docket.bequeathed(new Legacy(
                docket.highest(), chosen, now.plus(rules.timing().lease().heirWindow())));
    }

    boolean isDisplaced(Term term) {
        return displaced.contains(term);
    }

    void paused(PauseMark told) {
        docket = docket.paused(told);
    }

    boolean isPaused() {
        return pause() != null;
    }

    @Nullable
    Pause pause() {
        PauseMark told = docket.pause();
        return told == null ? null : told.pause();
    }

    /** Until when a promise of a former life may bind this member; the beginning of time if there was none. */
    MonoTime boundByThePastUntil() {
        MonoTime until = startedAt.plus(past.binds(election, rules.timing().silence()));
        Mark kept = past.of(election);
        if (kept == null) {
            return past.isUnknown() ? until : startedAt;
        }
        // What that life promised itself has ended with it.
        boolean own = kept.term().leader().name().equals(rules.self().name());
        return own || docket.over().contains(kept.term()) ? startedAt : until;
    }

    boolean isBoundByThePast(MonoTime now) {
        return rules.rulings().isBound(boundByThePastUntil(), now);
    }

    // ---- what is promised ----------------------------------------------------------------------------------------

    /**
     * What this member says to a term, and binds itself to if it agrees. A term it has not promised before counts only
     * once it was kept.
     *
     * @param mayBegin whether a term that is new to this member may begin now
     */
    RegistryMessage.Stance judge(Term term, boolean mayBegin, MonoTime now) {
        if (displaced.contains(term)) {
            return RegistryMessage.Stance.MERGED;
        }
        Term last = mark;
        boolean same = term.equals(last);
        boolean later = term.token().value()
                > (last == null ? floorOfPromises() : last.token().value());
        if (docket.over().contains(term) || !(same || later)) {
            return RegistryMessage.Stance.TAKEN;
        }
        if (!same && isBlocked(term.leader(), now)) {
            return RegistryMessage.Stance.TAKEN;
        }
        if (!same && !mayBegin) {
            return RegistryMessage.Stance.NOT_YET;
        }
        return RegistryMessage.Stance.PROMISED;
    }

    /** From here on nobody else is promised anything for a lease. */
    void promise(Term term, long since, PeerView view, MonoTime now) {
        mark = term;
        forgetFailures();
        promisedAt = now;
        boundUntil = now.plus(rules.rulings().promiseLasts(rules.timing()));
        boolean alone = docket.claims().size() == 1 && docket.claims().containsKey(term);
        if (!alone) {
            docket.claims().keySet().stream()
                    .filter(other -> !other.equals(term))
                    .forEach(other -> chapters.ended(other, LossReason.EXPIRED, null));
            chapters.began(term, since);
        }
        docket = docket.heldAlone(term, boundUntil);
        if (!alone) {
            viewed(view, now);
        }
    }

    /** The owner of a promised term has said by which key its companion can end it. */
    void committed(Term term, String digest) {
        commitment = ReleaseCommitment.after(commitment, term, digest);
    }

    /** By which key the companion of the last promised term's owner can end that term; null if by none. */
    @Nullable
    ReleaseCommitment commitment() {
        return commitment;
    }

    /** Whether a claim of somebody else stands before a term for this node. */
    boolean isBlocked(NodeId claimant, MonoTime now) {
        List<MonoTime> others = new ArrayList<>();
        docket.claims().forEach((term, until) -> {
            if (!term.leader().equals(claimant)) {
                others.add(opensAt(term, until));
            }
        });
        return rules.rulings().isBlocked(others, now);
    }

    private MonoTime opensAt(Term term, MonoTime until) {
        return rules.rulings().givesWayAt(until, vanished.get(term), rules.quorum(), rules.timing());
    }

    // ---- how long it is kept -------------------------------------------------------------------------------------

    @Override
    public boolean isIdle(MonoTime now) {
        Legacy left = docket.legacy();
        return !now.isBefore(bindsUntil())
                && !now.isBefore(opensAt(rules.self(), now))
                && changesAt(now).equals(MonoTime.NEVER)
                && (left == null || !now.isBefore(left.until()))
                && pause() == null;
    }

    /** By when no promise of this member, of this life or a former one, can bind it any more. */
    private MonoTime bindsUntil() {
        Duration silence = rules.timing().silence();
        MonoTime former = startedAt.plus(past.binds(election, silence));
        MonoTime own = promisedAt == null ? startedAt : promisedAt.plus(silence);
        return past.of(election) == null && !past.isUnknown() ? own : MonoTime.later(former, own);
    }

    /** A member that only watches keeps its promises in memory. */
    @Override
    public @Nullable Mark promise() {
        Term last = mark;
        return last == null || !rules.voter()
                ? null
                : new Mark(election, last, rules.timing().silence());
    }

    // ---- what is shown -------------------------------------------------------------------------------------------

    /** The term that runs as far as this member knows; from here on none below it is shown to anybody. */
    @Nullable
    Term show(MonoTime now) {
        Term found = null;
        for (Map.Entry<Term, MonoTime> claim : docket.claims().entrySet()) {
            boolean away = !rules.quorum().isByPromise() && vanished.containsKey(claim.getKey());
            if (now.isBefore(claim.getValue())
                    && !away
                    && claim.getKey().token().value() >= shown) {
                found = claim.getKey();
            }
        }
        if (found != null) {
            shown = found.token().value();
        }
        return found;
    }

    /** The last leader, if it fell silent; null if it gave the election back, or there never was one. */
    @Nullable
    Term silent() {
        return docket.claims().isEmpty() ? null : docket.claims().lastKey();
    }

    /** The highest token of any term that was ever shown here. */
    long shown() {
        return shown;
    }

    /** When the last claim that stands before this node gives way; now or earlier if none does. */
    MonoTime opensAt(NodeId claimant, MonoTime now) {
        MonoTime opens = MonoTime.later(now, MonoTime.later(restsUntil, rowBusyUntil));
        for (Map.Entry<Term, MonoTime> claim : docket.claims().entrySet()) {
            if (!claim.getKey().leader().equals(claimant)) {
                opens = MonoTime.later(opens, opensAt(claim.getKey(), claim.getValue()));
            }
        }
        return opens;
    }

    /** Who has the first try now; null if nobody. */
    @Nullable
    Legacy legacy(MonoTime now) {
        Legacy left = docket.legacy();
        return left != null && now.isBefore(left.until()) && left.after() >= docket.highest() ? left : null;
    }

    /** When, after that time, something shown here changes though nobody says anything. */
    MonoTime changesAt(MonoTime now) {
        MonoTime next = MonoTime.NEVER;
        for (Map.Entry<Term, MonoTime> claim : docket.claims().entrySet()) {
            MonoTime opens = opensAt(claim.getKey(), claim.getValue());
            next = now.isBefore(claim.getValue()) ? MonoTime.earlier(next, claim.getValue()) : next;
            next = now.isBefore(opens) ? MonoTime.earlier(next, opens) : next;
        }
        return next;
    }

    Testimony testimony(@Nullable Term holds, Enrolment.@Nullable Part part, MonoTime now) {
        Legacy left = legacy(now);
        return new Testimony(
                election,
                docket.highest(),
                holds,
                pledge(now),
                List.copyOf(docket.over()),
                left == null ? 0 : left.after(),
                left == null ? null : left.heir(),
                left == null ? Duration.ZERO : Duration.ofNanos(left.until().nanosSince(now)),
                docket.pause(),
                part);
    }

    private Testimony.@Nullable Pledge pledge(MonoTime now) {
        Term bound = mark;
        boolean binds =
                bound != null && now.isBefore(boundUntil) && !docket.over().contains(bound);
        return bound == null || !binds
                ? null
                : new Testimony.Pledge(bound, Duration.ofNanos(boundUntil.nanosSince(now)));
    }
}
