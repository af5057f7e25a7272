package dev.primus.jdbc;

import dev.primus.Leadership;
import dev.primus.core.ElectionName;
import dev.primus.core.NodeId;
import dev.primus.core.Term;
import java.time.Duration;

/** A term that believes in itself until it is told otherwise, as one does that was paused after its check. */
final class Reign implements Leadership {
    private final ElectionName election;
    private final Term term;
    private volatile boolean held = true;
    private volatile Runnable onSleep = () -> {};

    private Reign(ElectionName election, Term term) {
        this.election = election;
        this.term = term;
    }

    static Reign of(String node, long token) {
        return of(new ElectionName("coordinator"), node, token);
    }

    static Reign of(ElectionName election, String node, long token) {
        return new Reign(election, Term.of(NodeId.of(node, "0001"), token));
    }

    Reign over() {
        held = false;
        return this;
    }

    /** What is done when somebody waits, as barriers do between two tries. */
    Reign onSleep(Runnable event) {
        onSleep = event;
        return this;
    }

    @Override
    public ElectionName election() {
        return election;
    }

    @Override
    public Term term() {
        return term;
    }

    @Override
    public boolean isHeld() {
        return held;
    }

    @Override
    public State state() {
        return held ? State.HELD : State.ENDED;
    }

    @Override
    public long nanos() {
        return System.nanoTime();
    }

    @Override
    public Duration remaining() {
        return held ? Duration.ofSeconds(1) : Duration.ZERO;
    }

    @Override
    public boolean sleep(Duration span) throws InterruptedException {
        onSleep.run();
        Thread.sleep(span.toMillis());
        return held;
    }
}
