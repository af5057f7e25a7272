package dev.primus.server.peers;

import dev.primus.core.ClusterName;
import dev.primus.core.NodeId;
import dev.primus.core.spi.PeerLink;
import dev.primus.core.spi.PeerMail;
import java.util.List;

/** A link whose node can be found in a store for as long as it is open. */
public final class IntroducedLink implements PeerLink {
    private final PeerLink link;
    private final StorePeers peers;

    /** @param peers whom {@code link} asks for others */
    public IntroducedLink(PeerLink link, StorePeers peers) {
        this.link = link;
        this.peers = peers;
    }

    @Override
    public void open(ClusterName cluster, NodeId self, Ear ear) {
        peers.enter(cluster, self);
        try {
            link.open(cluster, self, ear);
        } catch (RuntimeException e) {
            peers.leave();
            throw e;
        }
    }

    @Override
    public void send(List<PeerMail> mail) {
        link.send(mail);
    }

    @Override
    public List<String> releaseAddresses() {
        return link.releaseAddresses();
    }

    @Override
    public void close() {
        link.close();
        peers.leave();
    }
}
