package dev.primus.runtime.peers;

import dev.primus.core.LossReason;
import dev.primus.core.MonoTime;
import dev.primus.core.NodeId;
import dev.primus.core.peers.Member;
import dev.primus.core.peers.Past;
import dev.primus.core.peers.PeerHands;
import dev.primus.core.spi.PeerMessage;
import dev.primus.core.spi.PeerView;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * One way for peers to decide elections, as far as who drives it has to know.
 *
 * @param <M> what members say to each other
 */
public interface PeerEngine<M extends PeerMessage> {

    NodeId self();

    Class<M> language();

    /** Why a term ends that was not confirmed in time. */
    LossReason whenSilent();

    Duration checkEvery();

    /** How long the members may take to answer. */
    Duration patience();

    /** How long they may take to confirm a term. */
    default Duration patienceWithARenewal() {
        return patience();
    }

    /** How long they may take to make somebody leader. */
    Duration patienceForATerm();

    /**
     * @param past what this member has promised in former lives
     * @param mailbox has something done on the node's thread, from any thread
     */
    Member<M> member(PeerHands<M> hands, Past past, MonoTime now, Consumer<Runnable> mailbox);

    /** Something may be made ready before it is wanted. */
    default void warmUp() {}

    /** Does what is due beside the member's business, and says when it next has to be called. */
    default MonoTime turn(MonoTime now) {
        return MonoTime.NEVER;
    }

    /** What else than the member knows keeps this node from leading; empty if nothing does. */
    default String obstacle(PeerView view) {
        return "";
    }

    default void close() {}
}
