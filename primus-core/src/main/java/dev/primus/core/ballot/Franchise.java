package dev.primus.core.ballot;

import dev.primus.core.ElectorateVersion;
import dev.primus.core.NodeName;
import dev.primus.core.Suffrage;
import org.jspecify.annotations.Nullable;

/**
 * Who votes in one election, as a member knows it. What demands more voices counts at once; what demands fewer counts when it
 * is on the disk, since a restart must not bring back what the member has not counted by.
 */
final class Franchise {
    private @Nullable Suffrage known;
    private @Nullable Suffrage kept;
    private ElectorateVersion heardOf;

    /**
     * @param first as it was set; null if voters are not named
     * @param kept what a former life knew, which counts more
     */
    Franchise(@Nullable Suffrage first, @Nullable Suffrage kept) {
        this.known = first == null || kept == null ? first : kept;
        this.kept = kept;
        this.heardOf = version();
    }

    /** Null if voters are not named. */
    @Nullable
    Suffrage suffrage() {
        return known;
    }

    ElectorateVersion version() {
        return known == null ? ElectorateVersion.COUNTED : known.version();
    }

    boolean counts(NodeName name) {
        return known == null || known.counts(name);
    }

    /** What a candidate must know of to be voted for, be it on this member's disk or not: to refuse more is never wrong. */
    ElectorateVersion heardOf() {
        return heardOf.isBefore(version()) ? version() : heardOf;
    }

    /** A change begins, or is heard of. */
    void hears(Suffrage news) {
        heardOf = heardOf.isBefore(news.version()) ? news.version() : heardOf;
        boolean more = known != null && !news.isSettled() && news.inForce().equals(known.inForce());
        if (more) {
            adopt(news);
        }
    }

    /** What the disk refused binds nobody: a member that remembered it could vote for nobody, not even for itself. */
    void notKept() {
        heardOf = version();
    }

    /** This is on the disk now. */
    void kept(Suffrage durable) {
        kept = Suffrage.later(kept, durable);
        adopt(durable);
    }

    boolean isKept(Suffrage asked) {
        return asked.equals(kept);
    }

    private void adopt(Suffrage news) {
        if (known != null && !news.isOlderThan(known)) {
            known = news;
        }
    }
}
