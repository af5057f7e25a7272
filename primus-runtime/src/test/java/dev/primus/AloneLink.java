package dev.primus;

import dev.primus.core.ClusterName;
import dev.primus.core.NodeId;
import dev.primus.core.spi.PeerLink;
import dev.primus.core.spi.PeerMail;
import dev.primus.core.spi.PeerView;
import java.util.List;

/** A node's way to nobody: it is the only one, and sees itself. */
final class AloneLink implements PeerLink {
    @Override
    public void open(ClusterName cluster, NodeId self, Ear ear) {
        ear.viewed(new PeerView(1, List.of(self)));
    }

    @Override
    public void send(List<PeerMail> mail) {
        // There is nobody to hear it; what a member says to itself does not come this way.
    }

    @Override
    public void close() {}
}
