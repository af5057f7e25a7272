package dev.primus.core.ballot;

import dev.primus.core.ElectionName;
import dev.primus.core.MonoTime;
import dev.primus.core.Term;
import dev.primus.core.peers.Edition;
import dev.primus.core.peers.Past;
import dev.primus.core.spi.Enrolment;
import dev.primus.core.spi.Mark;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** All that a member knows: a ward for each election, and its own part there. */
final class Wards {
    private final BallotRules rules;
    private final Past past;
    private final MonoTime startedAt;
    private final Edition edition = new Edition();
    private final Map<ElectionName, Ward> wards = new LinkedHashMap<>();
    private final Map<ElectionName, Enrolment.Part> parts = new LinkedHashMap<>();

    Wards(BallotRules rules, Past past, MonoTime startedAt) {
        this.rules = rules;
        this.past = past;
        this.startedAt = startedAt;
    }

    Edition edition() {
        return edition;
    }

    boolean knows(ElectionName election) {
        return wards.containsKey(election);
    }

    Ward of(ElectionName election) {
        return wards.computeIfAbsent(election, name -> new Ward(name, oath(name), franchise(name), edition));
    }

    /** Whether nothing is left of any former life, so that this member knows that it may have forgotten something. */
    boolean rememberNothing() {
        return past.isUnknown();
    }

    Collection<Ward> all() {
        return wards.values();
    }

    private Oath oath(ElectionName election) {
        Mark mark = past.of(election);
        Term former = mark == null ? null : mark.term();
        return new Oath(rules.timing().heartbeatTimeout(), former, silentUntil(election, mark));
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
        of(election).roll().put(rules.self(), part);
        edition.changed();
    }

    Map<ElectionName, Enrolment.Part> parts() {
        return parts;
    }

    boolean isCandidate(ElectionName election) {
        return parts.get(election) == Enrolment.Part.CANDIDATE;
    }
}
