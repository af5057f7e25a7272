package dev.primus.core;

import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * By whom a member counts: an electorate, and while that is being changed, also the one that it will be. What is carried is
 * carried in both, so that nobody can be outvoted by voters whom it does not know of.
 *
 * @param inForce known to be valid
 * @param proposed may be valid already; null if no change is known of
 */
public record Suffrage(Electorate inForce, @Nullable Electorate proposed) {

    public static Suffrage of(Electorate inForce) {
        return new Suffrage(inForce, null);
    }

    /** The later of the two. */
    public static @Nullable Suffrage later(@Nullable Suffrage one, @Nullable Suffrage other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return one.isOlderThan(other) ? other : one;
    }

    /** The newest that it knows of. */
    public Electorate newest() {
        return proposed == null ? inForce : proposed;
    }

    public ElectorateVersion version() {
        return newest().version(isSettled());
    }

    public boolean isSettled() {
        return proposed == null;
    }

    /** Whether it knows less: of the same change, that it is made is more than that it is proposed. */
    public boolean isOlderThan(Suffrage other) {
        return version().knowsLessThan(other.version());
    }

    public boolean counts(NodeName name) {
        return electorates().anyMatch(each -> each.has(name));
    }

    public boolean isCarriedBy(Set<NodeName> voices) {
        return electorates().allMatch(each -> each.isCarriedBy(voices));
    }

    /** Whether it cannot be carried any more with so many against it. */
    public boolean isHopeless(Set<NodeName> against) {
        return electorates().anyMatch(each -> each.members().size() - each.present(against) < each.majority());
    }

    /** The same, with another change on its way; what was proposed before was never valid, or has the same members. */
    public Suffrage proposing(Electorate next) {
        return new Suffrage(inForce, next);
    }

    /** What was proposed is valid, and the former is no more. */
    public Suffrage settled() {
        return of(newest());
    }

    private Stream<Electorate> electorates() {
        return Stream.of(inForce, proposed).filter(Objects::nonNull);
    }
}
