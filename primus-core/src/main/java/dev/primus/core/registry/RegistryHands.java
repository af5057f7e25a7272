package dev.primus.core.registry;

import dev.primus.core.ElectionName;
import dev.primus.core.NodeId;
import dev.primus.core.spi.Mark;
import java.util.List;

/** Those who carry out what a member has decided. */
public interface RegistryHands {

    /** Sends a message to another member; it may be lost. */
    void send(NodeId to, RegistryMessage message);

    /** Makes marks durable; {@link Registry#kept} is the answer, and without it the promise is not given. */
    void keep(List<Mark> marks);

    /** Something about an election has changed that its candidate may want to look at. */
    void worthALook(ElectionName election);

    /** The term of an election has ended by its owner's word. */
    void givenBack(ElectionName election);

    /** The wall clock in milliseconds: for display, and for tokens where no quorum makes them rise. */
    long wallMillis();
}
