package dev.primus.core.registry;

import dev.primus.core.ElectionName;
import dev.primus.core.MonoTime;
import dev.primus.core.NodeId;
import dev.primus.core.Term;
import dev.primus.core.peers.Edition;
import dev.primus.core.peers.ElectionTable;
import dev.primus.core.peers.OwnParts;
import dev.primus.core.peers.Past;
import dev.primus.core.spi.Enrolment.Part;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * All that a member knows: a page for each election, its own part there, and the terms it holds itself. An election that this
 * member takes no part in has a page only while others mention it, and within bounds; see {@link ElectionTable}.
 */
final class Records {
    private final RegistryRules rules;
    private final Past past;
    private final MonoTime startedAt;
    private final Edition edition = new Edition();
    private final ElectionTable<Page> pages;
    private final OwnParts parts = new OwnParts();
    private final Map<ElectionName, Holding> holdings = new LinkedHashMap<>();
    private @Nullable NodeId sender;
    private MonoTime heardAt = new MonoTime(0);

    Records(
            RegistryRules rules,
            RegistryHands hands,
            Past past,
            MonoTime startedAt,
            Consumer<ElectionName> onForgotten) {
        this.pages = new ElectionTable<>(this::blank, onForgotten, hands::warn);
        this.rules = rules;
        this.past = past;
        this.startedAt = startedAt;
    }

    Edition edition() {
        return edition;
    }

    ElectionTable<Page> table() {
        return pages;
    }

    private Page blank(ElectionName election) {
        return new Page(election, rules, past, startedAt, edition);
    }

    /** A message of another member is dealt with, so that what it mentions counts against its share; null if none is. */
    void setSender(@Nullable NodeId member, MonoTime now) {
        sender = member == null || member.equals(rules.self()) ? null : member;
        heardAt = now;
    }

    boolean knows(ElectionName election) {
        return pages.find(election) != null;
    }

    /** What is known of an election. Of one that is neither known nor to be remembered: a blank page that nobody keeps. */
    Page page(ElectionName election) {
        NodeId from = sender;
        Page known = from == null ? pages.find(election) : pages.mentioned(election, from.name(), heardAt);
        return known == null ? blank(election) : known;
    }

    /** The highest term that is known of an election, which need not be remembered for the question. */
    long highest(ElectionName election) {
        Page known = pages.find(election);
        return (known == null ? blank(election) : known).docket().highest();
    }

    /** Whether what is written on this page is remembered: only then may a promise depend on it. */
    boolean isKept(Page page) {
        return pages.find(page.election()) == page;
    }

    Collection<Page> pages() {
        return pages.all();
    }

    /** This member's own candidate would lead. */
    void owns(ElectionName election) {
        pages.own(election);
    }

    // ---- this member's own ---------------------------------------------------------------------------------------

    void enrolled(ElectionName election, Part part) {
        parts.put(election, part);
        pages.own(election).roll().put(rules.self(), part);
        if (part == Part.GONE) {
            pages.disown(election);
        }
        edition.changed();
    }

    OwnParts parts() {
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
        return page.testimony(mine == null ? null : mine.term(), parts.of(page.election()), now);
    }

    /** Also of elections that only a promise of a former life tells of: its term counts though nothing has happened since. */
    List<Testimony> testimonies(MonoTime now) {
        Stream<Page> promised =
                past.elections().stream().filter(name -> !knows(name)).map(this::blank);
        return Stream.concat(pages.all().stream(), promised)
                .map(page -> testimony(page, now))
                .toList();
    }
}
