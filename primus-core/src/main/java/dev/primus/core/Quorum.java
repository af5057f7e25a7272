package dev.primus.core;

import java.util.Collection;
import java.util.List;
import java.util.Set;

/**
 * How many members must agree.
 *
 * @param size how many voters there are, running or not
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

    /** What is wrong with it, each with the setting, its value and what is allowed; empty if nothing is. */
    public List<String> violations() {
        if (size < 1) {
            return List.of("cluster_size = %d: allowed is 1 and above".formatted(size));
        }
        boolean byPromise = availability != Availability.AVAILABLE;
        if (byPromise && (2 * needed <= size || needed > size)) {
            return List.of("quorum = %d: allowed is more than half of %d members, and not more than all"
                    .formatted(needed, size));
        }
        if (availability == Availability.MAJORITY && size == 2) {
            return List.of("policy = majority: with two members neither could go on without the other; allowed is"
                    + " available, or a cluster_size of 1, 3 and above");
        }
        return List.of();
    }

    /** Whether a term is held by promises that bind, rather than by a view. */
    public boolean isByPromise() {
        return availability != Availability.AVAILABLE;
    }

    /** Whether this member is one of the voters. */
    public boolean counts(NodeName name) {
        return voters.isEmpty() || voters.contains(name);
    }
}
