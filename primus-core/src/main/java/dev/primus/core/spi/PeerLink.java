package dev.primus.core.spi;

import dev.primus.core.ClusterName;
import dev.primus.core.NodeId;
import java.util.List;
import java.util.function.Consumer;

/** A node's way to the others of its cluster: whom it can reach, and messages to them. It carries and decides nothing. */
public interface PeerLink extends AutoCloseable {

    /**
     * Joins the cluster. Once it returns, or before, the first view has been told.
     *
     * @throws StoreException if it cannot: the address is taken, a secret is wrong
     */
    void open(ClusterName cluster, NodeId self, Ear ear);

    /**
     * Sends what can be sent and drops the rest: whoever needs an answer asks again. Never waits for a peer. From any
     * thread. A message to this node itself is delivered like any other.
     */
    void send(List<PeerMail> mail);

    /** Where the other members of the present view take releases, as host:port; those that are not known are left out. */
    default List<String> releaseAddresses() {
        return List.of();
    }

    /** Leaves the cluster, so that the others notice at once. */
    @Override
    void close();

    /** Hears, one thing at a time and in order, on a thread of the link that it must not keep. */
    interface Ear {
        void viewed(PeerView view);

        void heard(NodeId from, PeerMessage message);

        /**
         * The companion of a dead process presents a release. It is no member, and nothing but the key speaks for it.
         *
         * @param reply is told, once and from any thread, whether the term is over
         */
        default void released(PeerRelease release, Consumer<Boolean> reply) {
            reply.accept(false);
        }
    }
}
