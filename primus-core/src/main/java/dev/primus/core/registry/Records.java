package dev.primus.core.registry;

import dev.primus.core.ElectionName;
import dev.primus.core.MonoTime;
import dev.primus.core.Term;
import dev.primus.core.peers.Edition;
import dev.primus.core.peers.Past;
import dev.primus.core.spi.Enrolment.Part;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** All that a member knows: a page for each election, its own part there, and the terms it holds itself. */
final class Records {
    private final RegistryRules rules;
    private final Past past;
    private final MonoTime startedAt;
    private final Edition edition = new Edition();
    private final Map<ElectionName, Page> pages = new LinkedHashMap<>();
    private final Map<ElectionName, Part> parts = new LinkedHashMap<>();
    private final Map<ElectionName, Holding> holdings = new LinkedHashMap<>();

    Records(RegistryRules rules, Past past, MonoTime startedAt) {
        this.rules = rules;
        this.past = past;
        this.startedAt = startedAt;
    }

    Edition edition() {
        return edition;
    }

    boolean knows(ElectionName election) {
        return pages.containsKey(election);
    }

    Page page(ElectionName election) {
        return pages.computeIfAbsent(election, this::unknown);
    }

    Collection<Page> pages() {
        return pages.values();
    }

    // ---- this member's own ---------------------------------------------------------------------------------------

    void enrolled(ElectionName election, Part part) {
        parts.put(election, part);
        page(election).roll().put(rules.self(), part);
        edition.changed();
    }

    Map<ElectionName, Part> parts() {
        return parts;
    }

    @Nullable
    Holding holding(ElectionName election) {
        return holdings.get(election);
    }

    Map<ElectionName, Holding> holdings() {
        return Collections.unmodifiableMap(holdings);
    }

    void holds(ElectionName election, Holding mine) {
        holdings.put(election, mine);
    }

    void gave(ElectionName election, Term term) {
        holdings.computeIfPresent(election, (name, mine) -> mine.term().equals(term) ? null : mine);
    }

    // ---- what it tells -------------------------------------------------------------------------------------------

    Testimony testimony(Page page, MonoTime now) {
        Holding mine = holdings.get(page.election());
        return page.testimony(mine == null ? null : mine.term(), parts.get(page.election()), now);
    }

    /** Also of elections that only a promise of a former life tells of: its term counts though nothing has happened since. */
    List<Testimony> testimonies(MonoTime now) {
        Stream<Page> promised =
                past.elections().stream().filter(name -> !knows(name)).map(this::unknown);
        return Stream.concat(pages.values().stream(), promised)
                .map(page -> testimony(page, now))
                .toList();
    }

    private Page unknown(ElectionName election) {
        return new Page(election, rules, past, startedAt, edition);
    }
}
