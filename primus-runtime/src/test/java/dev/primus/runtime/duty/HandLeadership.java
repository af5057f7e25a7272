package dev.primus.runtime.duty;

import dev.primus.Leadership;
import dev.primus.core.ElectionName;
import dev.primus.core.NodeId;
import dev.primus.core.Term;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A term that is held until it is ended by hand, or by the clock, which only sleeping moves. */
final class HandLeadership implements Leadership {
    final List<Long> sleptMillis = new ArrayList<>();
    private final long number;
    private long endsAt = Long.MAX_VALUE;
    private long interruptedAt = Long.MAX_VALUE;
    private long nowMillis;
    private boolean doubtful;
    private long doubtFrom;
    private long doubtTo;
    private boolean within;

    HandLeadership(long number) {
        this.number = number;
    }

    void end() {
        endsAt = nowMillis;
    }

    HandLeadership endingAt(long millis) {
        endsAt = millis;
        return this;
    }

    HandLeadership interruptedAt(long millis) {
        interruptedAt = millis;
        return this;
    }

    HandLeadership doubtfulFrom(long from, long to) {
        doubtFrom = from;
        doubtTo = to;
        return this;
    }

    void doubtful(boolean now) {
        doubtful = now;
    }

    /** The duty has been working since before the term ended. */
    void whileHeld(Runnable work) {
        within = true;
        work.run();
        within = false;
    }

    void passes(long millis) {
        nowMillis += millis;
    }

    @Override
    public ElectionName election() {
        return new ElectionName("e");
    }

    @Override
    public Term term() {
        return Term.of(NodeId.of("n", "0001"), number);
    }

    @Override
    public boolean isHeld() {
        boolean inDoubt = doubtful || (nowMillis >= doubtFrom && nowMillis < doubtTo);
        return within || (nowMillis < endsAt && !inDoubt);
    }

    @Override
    public State state() {
        return isHeld() ? State.HELD : nowMillis < endsAt ? State.SUSPECT : State.ENDED;
    }

    @Override
    public long nanos() {
        return nowMillis * 1_000_000;
    }

    @Override
    public Duration remaining() {
        return Duration.ofSeconds(1);
    }

    @Override
    public boolean sleep(Duration span) throws InterruptedException {
        sleptMillis.add(span.toMillis());
        nowMillis += span.toMillis();
        if (nowMillis >= interruptedAt) {
            nowMillis = interruptedAt;
            interruptedAt = Long.MAX_VALUE;
            throw new InterruptedException();
        }
        return isHeld();
    }
}
