package dev.primus.core.registry;

import dev.primus.core.ElectionName;
import dev.primus.core.LossReason;
import dev.primus.core.MonoTime;
import dev.primus.core.NodeName;
import dev.primus.core.StoreTime;
import dev.primus.core.Term;
import dev.primus.core.peers.Books;
import dev.primus.core.peers.Legacy;
import dev.primus.core.spi.Answer;
import dev.primus.core.spi.CandidateRecord;
import dev.primus.core.spi.Sighting;
import dev.primus.core.spi.TermRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a member shows of the elections: to its own candidates as if a store had told them, and to those who only read. */
final class Showcase {
    private static final String CLOCK = "peers";

    private final RegistryRules rules;
    private final Circle circle;
    private final Records records;
    private final Quarrels quarrels;

    Showcase(RegistryRules rules, Circle circle, Records records, Quarrels quarrels) {
        this.rules = rules;
        this.circle = circle;
        this.records = records;
        this.quarrels = quarrels;
    }

    Sighting sighting(ElectionName election, MonoTime now) {
        Page page = records.page(election);
        Term sitting = page.show(now);
        Term named = sitting == null ? page.silent() : sitting;
        Duration check = rules.timing().checkEvery();
        Reserved reserved = reserved(page, sitting, now);
        return new Sighting(
                election,
                named == null ? null : named.leader(),
                sitting == null ? page.shown() : sitting.token().value(),
                named == null ? Sighting.RELEASED : 0,
                nonce(election, sitting, now),
                sitting == null ? Duration.ZERO : check,
                check,
                new StoreTime(now.nanos() / 1000),
                CLOCK,
                CLOCK,
                reserved.heir(),
                reserved.remaining(),
                0,
                sitting == null ? null : page.chapters().since(sitting),
                page.pause());
    }

    /** By which a candidate here knows the term for its own; empty if it is another's, or cannot last. */
    private String nonce(ElectionName election, @Nullable Term sitting, MonoTime now) {
        Holding mine = records.holding(election);
        boolean ours = mine != null && mine.term().equals(sitting);
        return mine == null || !ours || isSetAside(election, mine, now) ? "" : mine.nonce();
    }

    /** Whether a term of this member's own cannot last, since a later one was promised or two sides have met. */
    boolean isSetAside(ElectionName election, Holding mine, MonoTime now) {
        return mine.outvoted() && !circle.isMeeting(now)
                || records.page(election).isDisplaced(mine.term());
    }

    /** Who may try now: everybody, an heir alone, or for a while nobody. */
    private record Reserved(@Nullable NodeName heir, Duration remaining) {}

    private Reserved reserved(Page page, @Nullable Term sitting, MonoTime now) {
        MonoTime opens = MonoTime.later(page.opensAt(rules.self(), now), mayTryAt(page, now));
        if (sitting == null && now.isBefore(opens)) {
            return new Reserved(null, Duration.ofNanos(opens.nanosSince(now)));
        }
        Legacy legacy = page.legacy(now);
        return legacy == null
                ? new Reserved(null, Duration.ZERO)
                : new Reserved(legacy.heir(), Duration.ofNanos(legacy.until().nanosSince(now)));
    }

    /**
     * A node need not try before it has settled and may promise anything itself, nor while there is no quorum in sight or
     * members go by different rules.
     */
    private MonoTime mayTryAt(Page page, MonoTime now) {
        MonoTime settled = circle.settled(now);
        MonoTime free = rules.quorum().isByPromise() ? MonoTime.later(settled, page.boundByThePastUntil()) : settled;
        return circle.hasQuorumInSight() && !quarrels.isMismatch()
                ? free
                : MonoTime.later(free, now.plus(rules.timing().checkEvery()));
    }

    Answer lost(ElectionName election, LossReason why, MonoTime now) {
        return Answer.lost(sighting(election, now), why);
    }

    /** What keeps this node's candidates from leading just now, in words for people; empty if nothing does. */
    String obstacle(MonoTime now) {
        if (!quarrels.said().isEmpty()) {
            return quarrels.said();
        }
        if (!circle.hasQuorumInSight()) {
            return "no quorum: %d of %d members are within reach, %d are needed"
                    .formatted(
                            circle.view().members().size(),
                            rules.quorum().size(),
                            rules.quorum().needed());
        }
        if (records.pages().stream().anyMatch(page -> page.isRowBusy(now))) {
            return "the row that decides between two nodes has promised another";
        }
        boolean waits = now.isBefore(circle.settled(now))
                || records.pages().stream().anyMatch(page -> now.isBefore(mayTryAt(page, now)));
        return waits ? "it has just begun and waits for the other members" : "";
    }

    Books books(MonoTime now) {
        Map<ElectionName, List<TermRecord>> history = new HashMap<>();
        List<CandidateRecord> candidates = new ArrayList<>();
        List<ElectionName> names = new ArrayList<>();
        for (Page page : records.pages()) {
            ElectionName election = page.election();
            names.add(election);
            history.put(election, page.chapters().newest());
            page.roll()
                    .parts()
                    .forEach((node, part) -> candidates.add(new CandidateRecord(
                            election, node, part, Duration.ZERO, circle.view().has(node))));
        }
        List<Sighting> elections =
                names.stream().sorted().map(name -> sighting(name, now)).toList();
        return new Books(circle.view(), elections, candidates, history);
    }
}
