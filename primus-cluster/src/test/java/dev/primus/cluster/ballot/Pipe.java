package dev.primus.cluster.ballot;

import dev.primus.core.ClusterName;
import dev.primus.core.NodeId;
import dev.primus.core.spi.PeerLink;
import dev.primus.core.spi.PeerMail;
import dev.primus.core.spi.PeerMessage;
import dev.primus.core.spi.PeerView;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A link that keeps what is sent, and lets the test say what is heard. */
final class Pipe implements PeerLink {
    final List<PeerMail> sent = Collections.synchronizedList(new ArrayList<>());
    boolean closed;
    private Ear ear;

    /** Keeps what is heard. */
    static final class Listener implements Ear {
        final List<PeerMessage> heard = Collections.synchronizedList(new ArrayList<>());
        final List<PeerView> views = new ArrayList<>();

        @Override
        public void viewed(PeerView view) {
            views.add(view);
        }

        @Override
        public void heard(NodeId from, PeerMessage message) {
            heard.add(message);
        }
    }

    @Override
    public void open(ClusterName cluster, NodeId self, Ear listener) {
        ear = listener;
        ear.viewed(new PeerView(1, List.of(self)));
    }

    @Override
    public void send(List<PeerMail> mail) {
        sent.addAll(mail);
    }

    @Override
    public void close() {
        closed = true;
    }

    void deliver(NodeId from, PeerMessage message) {
        ear.heard(from, message);
    }
}
