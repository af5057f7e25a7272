package dev.primus.core.ballot;

import dev.primus.core.ElectionName;
import dev.primus.core.MonoTime;
import dev.primus.core.NodeId;
import dev.primus.core.Term;
import dev.primus.core.peers.Edition;
import dev.primus.core.peers.ElectionTable;
import dev.primus.core.peers.OwnParts;
import dev.primus.core.peers.Past;
import dev.primus.core.spi.Enrolment;
import dev.primus.core.spi.Mark;
import java.util.Collection;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * All that a member knows: a ward for each election, and its own part there. An election that this member takes no part in
 * has a ward only while others mention it, and within bounds; see {@link ElectionTable}.
 */
final class Wards {
    private final BallotRules rules;
    private final Past past;
    private final MonoTime startedAt;
    private final Edition edition = new Edition();
    private final ElectionTable<Ward> wards;
    private final OwnParts parts = new OwnParts();
    private @Nullable NodeId sender;
    private MonoTime heardAt = new MonoTime(0);

    Wards(BallotRules rules, BallotHands hands, Past past, MonoTime startedAt, Consumer<ElectionName> onForgotten) {
        this.wards = new ElectionTable<>(this::blank, onForgotten, hands::warn);
        this.rules = rules;
        this.past = past;
        this.startedAt = startedAt;
    }

    Edition edition() {
        return edition;
    }

    boolean knows(ElectionName election) {
        return wards.find(election) != null;
    }

    ElectionTable<Ward> table() {
        return wards;
    }

    /** A message of another member is dealt with, so that what it mentions counts against its share; null if none is. */
    void setSender(@Nullable NodeId member, MonoTime now) {
        sender = member == null || member.equals(rules.self()) ? null : member;
        heardAt = now;
    }

    /** What is known of an election. Of one that is neither known nor to be remembered: a blank ward that nobody keeps. */
    Ward of(ElectionName election) {
        NodeId from = sender;
        Ward known = from == null ? wards.find(election) : wards.mentioned(election, from.name(), heardAt);
        return known == null ? blank(election) : known;
    }

    private Ward blank(ElectionName election) {
        Ward ward = new Ward(election, rules, oath(election), franchise(election), edition);
        ward.counted(past.floor());
        return ward;
    }

    /** Whether what happens in this ward is remembered: only then may a promise depend on it. */
    boolean isKept(Ward ward) {
        return wards.find(ward.election()) == ward;
    }

    /** This member's own candidate would lead. */
    void owns(ElectionName election) {
        wards.own(election);
    }

    /** Whether nothing is left of any former life, so that this member knows that it may have forgotten something. */
    boolean rememberNothing() {
        return past.isUnknown();
    }

    Collection<Ward> all() {
        return wards.all();
    }

    private Oath oath(ElectionName election) {
        Mark mark = past.of(election);
        Term former = mark == null ? null : mark.term();
        Oath oath = new Oath(rules.timing().heartbeatTimeout(), former, silentUntil(election, mark));
        if (mark == null && rules.quorum().isByPromise()) {
            oath.startsAbove(past.floor()); // An earlier election of that name may have been forgotten.
        }
        return oath;
    }

    private Franchise franchise(ElectionName election) {
        Mark mark = past.of(election);
        return new Franchise(rules.suffrage(), mark == null ? null : mark.suffrage());
    }

    /** What a life swore to itself has ended with it; who remembers nothing at all may have lost its memory. */
    private MonoTime silentUntil(ElectionName election, @Nullable Mark mark) {
        boolean free = mark == null
                ? !past.isUnknown()
                : mark.term().leader().name().equals(rules.self().name());
        if (free || !isBound()) {
            return startedAt;
        }
        return startedAt.plus(past.binds(election, rules.timing().silence()));
    }

    /** Who only watches has sworn nothing, and where no majority is asked for nothing binds. Who votes may have changed. */
    private boolean isBound() {
        return rules.voter() && rules.quorum().isByPromise();
    }

    // ---- this member's own part ------------------------------------------------------------------------------------

    void enrolled(ElectionName election, Enrolment.Part part) {
        parts.put(election, part);
        wards.own(election).roll().put(rules.self(), part);
        if (part == Enrolment.Part.GONE) {
            wards.disown(election);
        }
        edition.changed();
    }

    OwnParts parts() {
        return parts;
    }

    boolean isCandidate(ElectionName election) {
        return parts.of(election) == Enrolment.Part.CANDIDATE;
    }
}
