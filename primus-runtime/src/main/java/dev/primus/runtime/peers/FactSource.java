package dev.primus.runtime.peers;

import dev.primus.core.MonoTime;
import dev.primus.core.ballot.score.Facts;
import java.util.function.Supplier;

/** Where a node takes from what it states of itself. */
public interface FactSource extends AutoCloseable {

    /** What was measured last. Never blocks. */
    Facts facts();

    /** Has measured what is due, without waiting for it, and says when it next has to be called. */
    default MonoTime turn(MonoTime now) {
        return MonoTime.NEVER;
    }

    @Override
    default void close() {}

    /** Facts that somebody else measures. */
    static FactSource of(Supplier<Facts> facts) {
        return new ContainedFacts(facts);
    }
}
