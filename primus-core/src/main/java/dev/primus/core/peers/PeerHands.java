package dev.primus.core.peers;

import dev.primus.core.ElectionName;
import dev.primus.core.LossReason;
import dev.primus.core.NodeId;
import dev.primus.core.spi.Mark;
import dev.primus.core.spi.PeerMessage;
import java.util.List;

/**
 * Those who carry out what a member has decided.
 *
 * @param <M> what members say to each other
 */
public interface PeerHands<M extends PeerMessage> {

    /** Sends a message to another member; it may be lost. */
    void send(NodeId to, M message);

    /**
     * Makes marks durable; {@link Member#kept} is the answer, and without it the promise is not given. If it cannot be
     * done, {@link Member#notKept} is.
     */
    void keep(List<Mark> marks);

    /**
     * Raises the durable floor, then drops these marks, after everything that was to be kept before. If it cannot be done,
     * {@link Member#notDropped} is the answer.
     */
    void drop(long floor, List<Mark> marks);

    /** Something is wrong with the cluster that only people can mend. */
    void warn(String text);

    /** Something about an election has changed that its candidate may want to look at. */
    void worthALook(ElectionName election);

    /** The term of an election has ended by its owner's word. */
    void givenBack(ElectionName election);

    /** Whoever leads this election here is to give it back, for this reason. */
    void giveUp(ElectionName election, LossReason reason);

    /**
     * The digest of the key by which this node's companion can end the term that this try wins; empty if there is no
     * companion. See {@link ReleaseCommitment}.
     */
    default String releaseDigest(ElectionName election, String nonce) {
        return "";
    }

    /** The wall clock in milliseconds: for display, and for tokens where no quorum makes them rise. */
    long wallMillis();
}
