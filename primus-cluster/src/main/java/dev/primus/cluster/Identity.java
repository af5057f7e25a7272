package dev.primus.cluster;

import dev.primus.core.NodeId;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jgroups.Address;
import org.jgroups.util.ExtendedUUID;

/**
 * A node's id inside its JGroups address, so that a view says by itself who is in it. JGroups' own names live in a cache
 * that fills later than views arrive.
 */
final class Identity {
    private static final byte[] KEY = "primus".getBytes(StandardCharsets.US_ASCII);

    private Identity() {}

    static Address addressOf(NodeId node) {
        return ExtendedUUID.randomUUID().put(KEY, node.toString().getBytes(StandardCharsets.US_ASCII));
    }

    /** Empty for an address that is not one of ours. */
    static Optional<NodeId> nodeOf(Address address) {
        if (!(address instanceof ExtendedUUID carrier)) {
            return Optional.empty();
        }
        byte[] id = carrier.get(KEY);
        if (id == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(NodeId.parse(new String(id, StandardCharsets.US_ASCII)));
        } catch (IllegalArgumentException notOurs) {
            return Optional.empty();
        }
    }
}
