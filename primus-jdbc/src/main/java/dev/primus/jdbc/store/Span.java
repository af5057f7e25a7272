package dev.primus.jdbc.store;

import dev.primus.core.ElectionName;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * Some elections, asked for from the first to the last name and then picked out. So one statement that every dialect
 * understands serves a single one exactly, all of them exactly, and a few of many with some rows that are not wanted.
 * Names are compared byte by byte in the tables, as here.
 */
final class Span {
    private final TreeSet<ElectionName> wanted;

    private Span(TreeSet<ElectionName> wanted) {
        this.wanted = wanted;
    }

    /** Empty if there is nothing to ask for. */
    static Optional<Span> of(Collection<ElectionName> elections) {
        return elections.isEmpty() ? Optional.empty() : Optional.of(new Span(new TreeSet<>(elections)));
    }

    ElectionName first() {
        return wanted.first();
    }

    ElectionName last() {
        return wanted.last();
    }

    <R> List<R> only(Function<R, ElectionName> electionOf, List<R> found) {
        return found.stream()
                .filter(row -> wanted.contains(electionOf.apply(row)))
                .toList();
    }
}
