package dev.primus.core.registry;

import dev.primus.core.NodeId;
import dev.primus.core.spi.PeerView;

/** Names a view: two groups may give the same number, but never by the same registrar. */
public record ViewId(long number, NodeId registrar) implements Comparable<ViewId> {

    static ViewId of(PeerView view) {
        return new ViewId(view.number(), view.registrar());
    }

    @Override
    public int compareTo(ViewId other) {
        int byNumber = Long.compare(number, other.number);
        return byNumber != 0 ? byNumber : registrar.compareTo(other.registrar);
    }
}
