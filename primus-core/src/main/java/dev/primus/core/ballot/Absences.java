package dev.primus.core.ballot;

import dev.primus.core.Electorate;
import dev.primus.core.MonoTime;
import dev.primus.core.NodeName;
import dev.primus.core.Term;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Whom a leader takes in or lets go by itself in one election, where the electorate is as last known: who votes and has been within reach for
 * long, and who has been gone for long.
 */
final class Absences {
    /** With fewer, one less to wait for is one more that must not fail. */
    private static final int FEWEST = 3;

    private static final int PATIENCE = 20;

    private final Chamber chamber;
    private final Term term;
    private final Map<NodeName, MonoTime> since = new HashMap<>();
    private Set<NodeName> present = Set.of();

    Absences(Chamber chamber, Term term) {
        this.chamber = chamber;
        this.term = term;
    }

    boolean isOf(Term other) {
        return term.equals(other);
    }

    /** The next who is to vote, or not to vote any more. */
    Optional<NodeName> next(Electorate electorate, MonoTime now) {
        Set<NodeName> names = chamber.assembly().names();
        Set<NodeName> all = new TreeSet<>(names);
        all.addAll(electorate.members());
        all.stream()
                .filter(name -> names.contains(name) != present.contains(name))
                .forEach(name -> since.put(name, now));
        all.forEach(name -> since.putIfAbsent(name, now));
        since.keySet().retainAll(all);
        present = names;
        Duration patience = chamber.rules().timing().heartbeatTimeout().multipliedBy(PATIENCE);
        return all.stream()
                .filter(name -> !now.isBefore(since.getOrDefault(name, now).plus(patience)))
                .filter(name -> electorate.has(name) ? mayGo(electorate, name) : mayCome(electorate, name))
                .findFirst();
    }

    private boolean mayCome(Electorate electorate, NodeName name) {
        return chamber.accord().isVoter(name) && electorate.members().size() < Electorate.MOST;
    }

    private boolean mayGo(Electorate electorate, NodeName name) {
        return !present.contains(name) && electorate.members().size() > FEWEST;
    }
}
