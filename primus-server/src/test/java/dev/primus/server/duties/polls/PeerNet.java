package dev.primus.server.duties.polls;

import dev.primus.core.ClusterName;
import dev.primus.core.NodeId;
import dev.primus.core.spi.PeerLink;
import dev.primus.core.spi.PeerMail;
import dev.primus.core.spi.PeerMessage;
import dev.primus.core.spi.PeerView;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A network inside one process; messages about polls pass through their encoding. */
final class PeerNet {
    private final Map<NodeId, Link> links = new LinkedHashMap<>();
    private long views;

    Link link() {
        return new Link();
    }

    private synchronized void changed() {
        PeerView view = links.isEmpty() ? null : new PeerView(++views, List.copyOf(links.keySet()));
        links.values().forEach(link -> link.run(() -> link.ear.viewed(view)));
    }

    private synchronized void deliver(NodeId from, PeerMail mail) {
        Link link = links.get(mail.to());
        if (link != null) {
            PeerMessage message = PollCodec.knows(mail.message())
                    ? PollCodec.decode(PollCodec.encode(mail.message()))
                    : mail.message();
            link.run(() -> link.ear.heard(from, message));
        }
    }

    /** One node's end of it. */
    final class Link implements PeerLink {
        private final ExecutorService thread = Executors.newSingleThreadExecutor();
        private NodeId self;
        private Ear ear;

        @Override
        public void open(ClusterName cluster, NodeId id, Ear hears) {
            self = id;
            ear = hears;
            synchronized (PeerNet.this) {
                links.put(id, this);
            }
            changed();
        }

        private void run(Runnable what) {
            if (!thread.isShutdown()) {
                thread.execute(what);
            }
        }

        @Override
        public void send(List<PeerMail> mail) {
            mail.forEach(one -> deliver(self, one));
        }

        @Override
        public void close() {
            synchronized (PeerNet.this) {
                links.remove(self);
                thread.shutdown();
            }
            changed();
        }
    }
}
