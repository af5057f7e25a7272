package dev.primus;

import dev.primus.core.NodeId;
import dev.primus.core.spi.PeerMessage;
import dev.primus.core.spi.PeerView;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** The other nodes of a cluster that decides among itself: who can be reached, and a way to tell them something. */
public interface Peers {
    /** Whom this node can reach now, itself included. */
    PeerView view();

    /**
     * Which nodes within reach have another configuration than this one, in words for people; empty if none has. They neither
     * vote for nor follow each other.
     */
    default String configurationMismatch() {
        return "";
    }

    /** Sends a message that may be lost; from any thread, and without waiting. */
    void send(NodeId to, PeerMessage message);

    /** How many messages of other nodes were dropped because too many of the same node were waiting. */
    long dropped();

    /** Hears views one after another, on a thread that nothing else waits for. */
    void onView(Consumer<PeerView> listener);

    /** Hears messages that are not about elections, one after another, on a thread that nothing else waits for. */
    void onMessage(BiConsumer<NodeId, PeerMessage> listener);
}
