package dev.primus.core.peers;

import dev.primus.core.ElectionName;
import dev.primus.core.MonoTime;
import dev.primus.core.NodeId;
import dev.primus.core.Pause;
import dev.primus.core.spi.Answer;
import dev.primus.core.spi.Bid;
import dev.primus.core.spi.Enrolment;
import dev.primus.core.spi.Hold;
import dev.primus.core.spi.Mark;
import dev.primus.core.spi.Parting;
import dev.primus.core.spi.PeerMessage;
import dev.primus.core.spi.PeerView;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A member of a cluster that decides its elections without a store: the arbiter of its own candidates, and a voice for
 * those of all others. It knows no clock and sends nothing itself; whoever drives it says what time it is and carries out
 * what it decides. One thread at a time.
 *
 * @param <M> what members say to each other
 */
public interface Member<M extends PeerMessage> {

    // ---- what this node's candidates ask -------------------------------------------------------------------------

    Answer enroll(Enrolment enrolment, MonoTime now);

    Answer look(ElectionName election, MonoTime now);

    /** This node's candidate would lead; answered once that is decided, or nobody can say by then. */
    void acquire(Bid bid, MonoTime deadline, Consumer<Answer> reply, MonoTime now);

    /** Asks the members for another spell of everything at once. */
    void renew(List<Hold> holds, MonoTime deadline, Consumer<Answer> reply, MonoTime now);

    /** Gives a term back and tells everybody; answered once enough have taken notice for a successor to come. */
    void release(Parting parting, MonoTime deadline, Consumer<Answer> reply, MonoTime now);

    /**
     * An operator pauses an election, or lets it go on.
     *
     * @return whether this member knows it as changed now; false if there is no such election, or that was so already
     */
    boolean pause(ElectionName election, @Nullable Pause pause, MonoTime now);

    /** Whether a successor was heard in every election that this node has given back, as far as there may be one. */
    default boolean isSucceeded() {
        return true;
    }

    /** This node leaves the group now, in good order. */
    default void leave(MonoTime now) {}

    // ---- what this node is told ------------------------------------------------------------------------------------

    void viewed(PeerView next, MonoTime now);

    void heard(NodeId from, M message, MonoTime now);

    /**
     * The companion of another node says that its process is dead. A term of that node is over if its release commitment
     * is met, as if its owner had said so.
     *
     * @param keyDigest the SHA-256 digest of the key that the companion presented
     * @return whether that term is over
     */
    boolean releasedByCompanion(ElectionName election, NodeId owner, String keyDigest, MonoTime now);

    /** These marks are durable now. */
    void kept(List<Mark> durable, MonoTime now);

    /** These marks could not be made durable. */
    void notKept(List<Mark> failed);

    /** These marks could not be dropped. */
    void notDropped(List<Mark> failed);

    /** When {@link #woken} is wanted; what changed by itself since the last time is overdue, not forgotten. */
    MonoTime wakeAt();

    void woken(MonoTime now);

    // ---- what this node shows --------------------------------------------------------------------------------------

    /** What keeps this node's candidates from leading just now, in words for people; empty if nothing does. */
    String obstacle(MonoTime now);

    /** The same for one election, where a member can tell them apart. */
    default String obstacle(ElectionName election, MonoTime now) {
        return obstacle(now);
    }

    /** How many terms that peers reported were refused for exceeding the {@link TermBound}. */
    long refusedTerms();

    /** Which members within reach have another configuration than this one, in words for people; empty if none has. */
    String configurationMismatch();

    /** Changes whenever there is something new to be read in {@link #books}. */
    long edition();

    /** What this member knows just now, for those who only read. */
    Books books(MonoTime now);

    PeerView view();
}
