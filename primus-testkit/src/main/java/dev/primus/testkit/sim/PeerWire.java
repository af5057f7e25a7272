package dev.primus.testkit.sim;

import dev.primus.core.NodeId;
import dev.primus.core.spi.PeerMessage;
import dev.primus.core.spi.PeerView;

/** Somebody who sees everything that goes over the wire between members, and says nothing. */
interface PeerWire {
    PeerWire NOBODY = new PeerWire() {
        @Override
        public void sent(SimPeerLink from, NodeId to, PeerMessage message) {}

        @Override
        public void heard(NodeId from, SimPeerLink to, PeerMessage message) {}

        @Override
        public void told(SimPeerLink member, PeerView view) {}
    };

    /** A member has sent this to somebody; it may never arrive. */
    void sent(SimPeerLink from, NodeId to, PeerMessage message);

    /** A member takes notice of what somebody has sent. */
    void heard(NodeId from, SimPeerLink to, PeerMessage message);

    /** A member is told whom it can reach. */
    void told(SimPeerLink member, PeerView view);
}
