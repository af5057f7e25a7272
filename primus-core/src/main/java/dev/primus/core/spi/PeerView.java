package dev.primus.core.spi;

import dev.primus.core.NodeId;
import java.util.List;

/**
 * Whom a node can reach, as the members of that group have agreed. A view is a hint about when to try something: it is
 * never a quorum, and two nodes may have different ones.
 *
 * @param number rises with every view that this node sees; two groups may use the same one, with another registrar
 * @param members at least this node; the first is the registrar
 */
public record PeerView(long number, List<NodeId> members) {

    public PeerView {
        members = List.copyOf(members);
        if (members.isEmpty()) {
            throw new IllegalArgumentException("a view has at least one member");
        }
    }

    public NodeId registrar() {
        return members.get(0);
    }

    public boolean has(NodeId node) {
        return members.contains(node);
    }
}
