package dev.primus;

import dev.primus.core.ElectionName;
import dev.primus.runtime.node.Seat;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** How a node takes part in an election. Not safe for use from several threads. */
public final class ElectionBuilder {
    private final Primus primus;
    private final ElectionName name;
    private final Map<String, Duty> duties = new LinkedHashMap<>();
    private final List<Consumer<Change>> listeners = new ArrayList<>();
    private boolean observer;

    ElectionBuilder(Primus primus, ElectionName name) {
        this.primus = primus;
        this.name = name;
    }

    /** Work to be done while leading; started in the order given. */
    public ElectionBuilder duty(String duty, Duty work) {
        if (duties.putIfAbsent(duty, work) != null) {
            throw new IllegalArgumentException(
                    "duty '%s' is there already: allowed is one of each name".formatted(duty));
        }
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
        Seat seat = new Seat(primus.node(), name, observer);
        duties.forEach(seat::addDuty);
        listeners.forEach(seat::addListener);
        primus.node().take(seat);
        return new SeatedElection(primus, seat);
    }
}
