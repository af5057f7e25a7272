package dev.primus.server.duties.polls;

import dev.primus.core.NodeId;
import java.util.Collection;
import java.util.List;

/** A coordinator's term, wherever its records are. */
interface Course {
    /** Who can be reached, from the beginning and whenever that changes. */
    List<Deed> viewed(Collection<NodeId> view, long now);

    List<Deed> heard(NodeId from, PollMessage message, long now);

    /** A {@link Deed.Keep} was carried out. */
    List<Deed> kept(long number, long now);

    List<Deed> tick(long now);

    /** When {@link #tick} has something to do. */
    long wakeAt(long now);

    Orchestrator orchestrator();
}
