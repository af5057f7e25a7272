package dev.primus;

import dev.primus.core.ElectionName;
import dev.primus.guard.Barrier;
import dev.primus.runtime.duty.DutySpec;
import dev.primus.runtime.node.Seat;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** How a node takes part in an election. Not safe for use from several threads. */
public final class ElectionBuilder {
    private final Primus primus;
    private final ElectionName name;
    private final Map<String, DutySpec> duties = new LinkedHashMap<>();
    private final List<Barrier> barriers = new ArrayList<>();
    private final List<Consumer<Change>> listeners = new ArrayList<>();
    private Supervision supervision = Supervision.oneForOne();
    private boolean observer;

    ElectionBuilder(Primus primus, ElectionName name) {
        this.primus = primus;
        this.name = name;
    }

    /** Work to be done while leading; started in the order given, begun again only if it fails. */
    public ElectionBuilder duty(String duty, Duty work) {
        return duty(duty, work, Restart.TRANSIENT);
    }

    /** The same, begun again as {@code restart} says. */
    public ElectionBuilder duty(String duty, Duty work, Restart restart) {
        return add(new DutySpec(duty, work, restart, null));
    }

    /**
     * The same with a time of its own for its stop. Duties stop one after another, so these times together must fit into
     * the {@code drain} of the node's timing; a duty without one has its share of what there is.
     */
    public ElectionBuilder duty(String duty, Duty work, Restart restart, Duration stopWithin) {
        if (stopWithin.isNegative() || stopWithin.isZero()) {
            throw new IllegalArgumentException(
                    "stopWithin of duty '%s' = %s: allowed is above 0".formatted(duty, stopWithin));
        }
        return add(new DutySpec(duty, work, restart, stopWithin));
    }

    private ElectionBuilder add(DutySpec spec) {
        if (duties.putIfAbsent(spec.name(), spec) != null) {
            throw new IllegalArgumentException(
                    "duty '%s' is there already: allowed is one of each name".formatted(spec.name()));
        }
        return this;
    }

    /**
     * What a new leader raises before any duty of its term begins, so that no late write of a former leader can come
     * after it. If raising fails, the duty has failed.
     */
    public ElectionBuilder barrier(Barrier barrier) {
        barriers.add(barrier);
        return this;
    }

    /** How duties are kept going; {@link Supervision#oneForOne()} if never said. */
    public ElectionBuilder supervision(Supervision supervision) {
        this.supervision = supervision;
        return this;
    }

    /** Who is told about changes; see {@link Change} for what can be relied on. */
    public ElectionBuilder onChange(Consumer<Change> listener) {
        listeners.add(listener);
        return this;
    }

    /** Only watches: never leads, but knows who does. */
    public ElectionBuilder asObserver() {
        observer = true;
        return this;
    }

    /** Takes part from now on, for as long as the election and its node are not closed, whatever happens. */
    public Election join() {
        if (observer && !duties.isEmpty()) {
            throw new IllegalArgumentException(
                    "duties %s would never run: an observer does not lead".formatted(duties.keySet()));
        }
        checkStopsFitIntoDrain();
        Seat seat = new Seat(primus.node(), name, observer || !primus.isEligible(), behindBarriers(), supervision);
        listeners.forEach(seat::addListener);
        primus.node().take(seat);
        return new SeatedElection(primus, seat);
    }

    private List<DutySpec> behindBarriers() {
        if (!barriers.isEmpty() && duties.isEmpty()) {
            throw new IllegalArgumentException(
                    "barriers without a duty would never be raised: add a duty, or raise them yourself");
        }
        List<Barrier> first = List.copyOf(barriers);
        return duties.values().stream().map(spec -> spec.behind(first)).toList();
    }

    private void checkStopsFitIntoDrain() {
        Duration together = Duration.ZERO;
        for (DutySpec spec : duties.values()) {
            together = together.plus(spec.stopWithin() == null ? Duration.ZERO : spec.stopWithin());
        }
        if (together.compareTo(primus.drain()) > 0) {
            throw new IllegalArgumentException(
                    "stopWithin of the duties %s, together = %s: allowed is the drain of the node's timing, %s; a longer drain needs a longer lease"
                            .formatted(duties.keySet(), together, primus.drain()));
        }
    }
}
