package dev.primus.core.registry;

import dev.primus.core.ElectionName;
import dev.primus.core.NodeId;
import dev.primus.core.spi.Mark;
import java.util.List;

/** Those who carry out what a member has decided. */
public interface RegistryHands {

    /** Sends a message to another member; it may be lost. */
    void send(NodeId to, RegistryMessage message);

    /**
     * Makes marks durable; {@link Registry#kept} is the answer, and without it the promise is not given. If it cannot be
     * done, {@link Registry#notKept} is.
     */
    void keep(List<Mark> marks);

    /** Asks the row that votes like a member; {@link Registry#witnessed} is its answer, if there is one. */
    void appeal(Appeal appeal);

    /** Something is wrong with the cluster that only people can mend. */
    void warn(String text);

    /** Something about an election has changed that its candidate may want to look at. */
    void worthALook(ElectionName election);

    /** The term of an election has ended by its owner's word. */
    void givenBack(ElectionName election);

    /** The wall clock in milliseconds: for display, and for tokens where no quorum makes them rise. */
    long wallMillis();
}
