package dev.primus.core.ballot;

import dev.primus.core.BallotTiming;
import dev.primus.core.ElectionName;
import dev.primus.core.MonoTime;
import dev.primus.core.NodeId;
import dev.primus.core.NodeName;
import dev.primus.core.StoreTime;
import dev.primus.core.Term;
import dev.primus.core.Trigger;
import dev.primus.core.ballot.Phase.Discovering;
import dev.primus.core.peers.Books;
import dev.primus.core.peers.Legacy;
import dev.primus.core.spi.CandidateRecord;
import dev.primus.core.spi.Sighting;
import dev.primus.core.spi.TermRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a member shows of the elections: to its own candidates as if a store had told them, and to those who only read. */
final class Showcase {
    private static final String CLOCK = "peers";
    private final Chamber chamber;

    Showcase(Chamber chamber) {
        this.chamber = chamber;
    }

    Sighting sighting(Ward ward, MonoTime now) {
        Term sitting = ward.show(now);
        Term named = sitting == null ? ward.silent() : sitting;
        Duration check = timing().checkEvery();
        Reserved reserved = reserved(ward, sitting, now);
        return new Sighting(
                ward.election(),
                named == null ? null : named.leader(),
                sitting == null ? ward.shown() : sitting.token().value(),
                named == null ? Sighting.RELEASED : 0,
                nonce(ward, sitting),
                sitting == null ? Duration.ZERO : check,
                check,
                new StoreTime(now.nanos() / 1000),
                CLOCK,
                CLOCK,
                reserved.heir(),
                reserved.remaining(),
                0,
                sitting == null ? null : ward.chapters().since(sitting),
                ward.pause());
    }

    private BallotTiming timing() {
        return chamber.rules().timing();
    }

    /** By which a candidate here knows the term for its own; empty if it is another's. */
    private static String nonce(Ward ward, @Nullable Term sitting) {
        Holding mine = ward.holding();
        return mine != null && mine.granted() && mine.term().equals(sitting) ? mine.nonce() : "";
    }

    /** Who may try now: everybody, an heir alone, or for a while nobody. */
    private record Reserved(@Nullable NodeName heir, Duration remaining) {}

    private Reserved reserved(Ward ward, @Nullable Term sitting, MonoTime now) {
        if (ward.oath().lapse() != null) {
            return new Reserved(null, sitting == null ? timing().checkEvery() : Duration.ZERO);
        }
        Legacy legacy = ward.legacy(now);
        boolean isHeir = legacy != null && legacy.heir().equals(chamber.self().name());
        // An heir need not vote for itself.
        MonoTime opens = isHeir ? ward.oath().freeAt(chamber.self()) : mayTryAt(ward, now);
        if (sitting == null && now.isBefore(opens)) {
            return new Reserved(null, Duration.ofNanos(opens.nanosSince(now)));
        }
        return legacy == null
                ? new Reserved(null, Duration.ZERO)
                : new Reserved(legacy.heir(), Duration.ofNanos(legacy.until().nanosSince(now)));
    }

    /** From when on this member would follow its own candidate. */
    private MonoTime freeAt(Ward ward) {
        Oath oath = ward.oath();
        return MonoTime.later(oath.freeAt(chamber.self()), oath.silentUntil());
    }

    /** When this node's candidate may try: not in vain, not in somebody's way, and not sooner than the windows allow. */
    private MonoTime mayTryAt(Ward ward, MonoTime now) {
        MonoTime opens = MonoTime.later(freeAt(ward), ward.restsUntil());
        if (ward.contest() == null) {
            opens = MonoTime.later(opens, windowEndsAt(ward));
            opens = ward.phase() instanceof Discovering asking ? MonoTime.later(opens, asking.until()) : opens;
        }
        return chamber.hasQuorumInSight(ward) ? opens : MonoTime.later(opens, now.plus(timing().checkEvery()));
    }

    /** Until when no election may follow the last; a leader that is not heard, or gave its term back, is no reason to wait. */
    MonoTime windowEndsAt(Ward ward) {
        MonoTime last = ward.decidedAt();
        boolean exempt = ward.cause() == Trigger.HEARTBEAT_TIMEOUT || ward.cause() == Trigger.MANUAL;
        return last == null || exempt ? new MonoTime(0) : last.plus(timing().electionWindow());
    }

    Books books(MonoTime now) {
        Map<ElectionName, List<TermRecord>> history = new HashMap<>();
        List<CandidateRecord> candidates = new ArrayList<>();
        List<ElectionName> names = new ArrayList<>();
        Set<NodeId> here = Set.copyOf(chamber.assembly().all());
        for (Ward ward : chamber.wards().all()) {
            ElectionName election = ward.election();
            names.add(election);
            history.put(election, ward.chapters().newest());
            ward.roll()
                    .parts()
                    .forEach((node, part) -> candidates.add(
                            new CandidateRecord(election, node, part, Duration.ZERO, here.contains(node))));
        }
        List<Sighting> elections = names.stream()
                .sorted()
                .map(name -> sighting(chamber.wards().of(name), now))
                .toList();
        return new Books(chamber.assembly().view(), elections, candidates, history);
    }
}
