package dev.primus.testkit.sim;

import dev.primus.core.ClusterName;
import dev.primus.core.NodeId;
import dev.primus.core.spi.PeerLink;
import dev.primus.core.spi.PeerMail;
import dev.primus.core.spi.PeerMessage;
import dev.primus.core.spi.PeerRelease;
import dev.primus.core.spi.PeerView;
import java.util.List;
import java.util.function.Consumer;

/** Stands before a member's link, whatever that makes of its words on their way, and lets others read along. */
final class AuditedLink implements PeerLink {
    private final SimPeerLink way;
    private final PeerLink link;
    private final SimPeers peers;

    /**
     * @param way into the network
     * @param link the same, or what is around it
     */
    AuditedLink(SimPeerLink way, PeerLink link, SimPeers peers) {
        this.way = way;
        this.link = link;
        this.peers = peers;
    }

    @Override
    public void open(ClusterName cluster, NodeId self, Ear listener) {
        link.open(cluster, self, new Ear() {
            @Override
            public void viewed(PeerView view) {
                listener.viewed(view);
            }

            @Override
            public void released(PeerRelease release, Consumer<Boolean> reply) {
                listener.released(release, reply);
            }

            @Override
            public void heard(NodeId from, PeerMessage message) {
                way.trace(() -> "<- " + from + " " + message);
                peers.hears(new Letter(from, self, message));
                peers.wire().heard(from, way, message);
                listener.heard(from, message);
            }
        });
    }

    @Override
    public void send(List<PeerMail> mail) {
        if (way.isOpen()) {
            mail.forEach(letter -> {
                peers.says(new Letter(way.self(), letter.to(), letter.message()));
                peers.wire().sent(way, letter.to(), letter.message());
            });
            link.send(mail);
        }
    }

    /** Says something that the member itself would never say, with its key if it has one. */
    void lie(PeerMail letter) {
        if (way.isOpen()) {
            peers.says(new Letter(way.self(), letter.to(), letter.message()));
            link.send(List.of(letter));
        }
    }

    @Override
    public List<String> releaseAddresses() {
        return way.releaseAddresses();
    }

    @Override
    public void close() {
        link.close();
    }
}
