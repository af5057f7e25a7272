package dev.primus.core;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * How many members must agree.
 *
 * @param size how many voters there are, running or not; with {@link Availability#LEASE_TIE_BREAK} the row is one of them
 * @param needed how many promises make a term; with {@link Availability#AVAILABLE} one, and one more if there is anybody
 * @param voters their names; empty if only their number is known
 */
public record Quorum(Availability availability, int size, int needed, Set<NodeName> voters) {

    public Quorum {
        voters = Set.copyOf(voters);
    }

    /** One leader on each side of a partition. */
    public static Quorum available(int expected) {
        return new Quorum(Availability.AVAILABLE, expected, 1, Set.of());
    }

    /** More than half of so many. */
    public static Quorum majorityOf(int size) {
        return new Quorum(Availability.MAJORITY, size, size / 2 + 1, Set.of());
    }

    /** More than half of these. */
    public static Quorum majorityOf(Collection<NodeName> voters) {
        Set<NodeName> names = Set.copyOf(voters);
        return new Quorum(Availability.MAJORITY, names.size(), names.size() / 2 + 1, names);
    }

    /** More than half of these to begin with, and then of those who were last known. */
    public static Quorum lastKnown(Collection<NodeName> voters) {
        Quorum first = majorityOf(voters);
        return new Quorum(Availability.LAST_KNOWN, first.size, first.needed, first.voters);
    }

    /** Both of two; or one of them and a row in a database, which decides while they cannot reach each other. */
    public static Quorum tieBreak() {
        return tieBreakAmong(2);
    }

    /** The same of so many, of which only two are allowed: {@link #violations} says so. */
    public static Quorum tieBreakAmong(int nodes) {
        int size = nodes + 1;
        return new Quorum(Availability.LEASE_TIE_BREAK, size, size / 2 + 1, Set.of());
    }

    /** What is wrong with it, each with the setting, its value and what is allowed; empty if nothing is. */
    public List<String> violations() {
        if (size < 1) {
            return List.of("cluster_size = %d: allowed is 1 and above".formatted(size));
        }
        if (availability == Availability.LEASE_TIE_BREAK && nodes() != 2) {
            return List.of(("policy = lease_tie_break: with %d members a majority of them decides better; allowed is"
                            + " a cluster_size of 2")
                    .formatted(nodes()));
        }
        if (isByPromise() && (2 * needed <= size || needed > size)) {
            return List.of("quorum = %d: allowed is more than half of %d members, and not more than all"
                    .formatted(needed, size));
        }
        if (availability == Availability.LAST_KNOWN && voters.isEmpty()) {
            return List.of(
                    "policy = last_known: who comes and goes must be named; allowed is with the names of all voters");
        }
        if (isByPromise() && rows() == 0 && size == 2) {
            return List.of("policy = " + availability.name().toLowerCase(Locale.ROOT)
                    + ": with two members neither could go on without the other; allowed is"
                    + " lease_tie_break, available, or a cluster_size of 1, 3 and above");
        }
        return List.of();
    }

    /** Whether a term is held by promises that bind, rather than by a view. */
    public boolean isByPromise() {
        return availability != Availability.AVAILABLE;
    }

    /** How many rows of a database are among the voters: one or none. */
    public int rows() {
        return availability == Availability.LEASE_TIE_BREAK ? 1 : 0;
    }

    /** How many of the voters are nodes. */
    public int nodes() {
        return size - rows();
    }

    /** Whether this member is one of the voters. */
    public boolean counts(NodeName name) {
        return voters.isEmpty() || voters.contains(name);
    }
}
