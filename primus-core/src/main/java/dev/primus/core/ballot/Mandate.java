package dev.primus.core.ballot;

import dev.primus.core.NodeName;
import dev.primus.core.Quorum;
import dev.primus.core.Suffrage;
import java.util.Set;

/** How many voices make a leader. */
interface Mandate {

    static Mandate of(Quorum quorum) {
        return quorum.isByPromise() ? new ByMajority(quorum) : new ByPlurality();
    }

    /** @param others how many other members are within reach */
    boolean isCarriedBy(Set<NodeName> voices, int others);

    /** Whether it cannot be carried any more with so many against it. */
    boolean isHopeless(Set<NodeName> against, int others);

    /** The number of a new term, above all that are known. */
    long numberAbove(long highest, long wallMillis);

    /** Whether a leader that is followed keeps others from being followed; if not, the later one is. */
    boolean isExclusive();

    /** More than half of all voters, running or not: two such always share one. */
    interface Exclusive extends Mandate {
        @Override
        default long numberAbove(long highest, long wallMillis) {
            return highest + 1;
        }

        @Override
        default boolean isExclusive() {
            return true;
        }
    }

    /** Of so many, whoever they are. */
    record ByMajority(Quorum quorum) implements Exclusive {
        @Override
        public boolean isCarriedBy(Set<NodeName> voices, int others) {
            return voices.size() >= quorum.needed();
        }

        @Override
        public boolean isHopeless(Set<NodeName> against, int others) {
            return quorum.size() - against.size() < quorum.needed();
        }
    }

    /** Of these; while they change, of those who were and of those who will be. */
    record ByName(Suffrage suffrage) implements Exclusive {
        @Override
        public boolean isCarriedBy(Set<NodeName> voices, int others) {
            return suffrage.isCarriedBy(voices);
        }

        @Override
        public boolean isHopeless(Set<NodeName> against, int others) {
            return suffrage.isHopeless(against);
        }
    }

    /** Whoever is there: one more than oneself, unless one is alone. Every side of a partition has a leader. */
    record ByPlurality() implements Mandate {
        @Override
        public boolean isCarriedBy(Set<NodeName> voices, int others) {
            return voices.size() > Math.min(1, others);
        }

        @Override
        public boolean isHopeless(Set<NodeName> against, int others) {
            return others > 0 && against.size() >= others;
        }

        /** Where no majority knows all terms, above the time too. */
        @Override
        public long numberAbove(long highest, long wallMillis) {
            return Math.max(highest + 1, wallMillis);
        }

        @Override
        public boolean isExclusive() {
            return false;
        }
    }
}
