package dev.primus.guard;

import dev.primus.Leadership;
import dev.primus.core.ElectionName;
import dev.primus.core.NodeId;
import dev.primus.core.Term;
import java.time.Duration;

/** A term that still believes in itself, as one does that was paused after its check. */
record Reign(Term term) implements Leadership {
    static Reign of(String node, long token) {
        return new Reign(Term.of(NodeId.of(node, "0001"), token));
    }

    @Override
    public ElectionName election() {
        return new ElectionName("coordinator");
    }

    @Override
    public boolean isHeld() {
        return true;
    }

    @Override
    public State state() {
        return State.HELD;
    }

    @Override
    public long nanos() {
        return System.nanoTime();
    }

    @Override
    public Duration remaining() {
        return Duration.ofSeconds(1);
    }

    @Override
    public boolean sleep(Duration span) {
        return true;
    }
}
