package dev.primus.core.peers;

import dev.primus.core.NodeName;
import dev.primus.core.Quorum;
import dev.primus.core.spi.Mark;
import dev.primus.core.spi.StoreException;
import java.time.Duration;
import java.util.Collection;
import java.util.Set;

/**
 * Limits how far a term that a peer reports may be above the terms that this member knows. Terms rise by one, so a term far
 * above is an error or an attack, and accepting it would use up the numbers of an election.
 *
 * <p>A member that really is that far behind accepts the term once a quorum of voters has reported it ({@link TermReports}).
 */
public record TermBound(Quorum quorum) {

    /** Under a quorum policy, the most by which a reported term may exceed the highest known one. */
    public static final long MAX_JUMP = 1000;

    /** Under AVAILABLE, where terms follow the wall clock, the most by which a term may be ahead of it. */
    public static final Duration MAX_ADVANCE = Duration.ofDays(1);

    /** The highest term that is ever accepted, from whatever source. */
    public static final long HIGHEST = Long.MAX_VALUE / 2;

    /**
     * @param term 0 if the peer knows of no term
     * @param known the highest term that this member knows
     */
    public boolean isCredible(long term, long known, long wallMillis) {
        if (!isPossible(term)) {
            return false;
        }
        return quorum.isByPromise()
                ? term - known <= MAX_JUMP
                : term - Math.max(known, wallMillis) <= MAX_ADVANCE.toMillis();
    }

    /** Whether any cluster can have reached this term, however long it has run. */
    public static boolean isPossible(long term) {
        return term >= 0 && term <= HIGHEST;
    }

    /** Whether these voters, where they are counted and not named, are enough to be believed; a single one never is. */
    public boolean isBelieved(Set<NodeName> reporters) {
        int size = reporters.size();
        return size > 1 && (quorum.isByPromise() ? size >= quorum.needed() : 2 * size > quorum.size());
    }

    /**
     * @param source what holds the marks, for the error
     * @throws StoreException if one of them is for a term that no cluster can have reached
     */
    public static void check(String source, Collection<Mark> marks) {
        for (Mark mark : marks) {
            long term = mark.term().token().value();
            if (!isPossible(term)) {
                throw new StoreException(
                        ("%s holds term %d for election '%s'; the highest possible term is %d. A faulty or hostile peer"
                                        + " has set it. Stop all nodes, delete the marks file of every node that reports"
                                        + " this, and give the election a new name if a fenced resource has seen the term")
                                .formatted(source, term, mark.election(), HIGHEST));
            }
        }
    }
}
