package dev.primus.core.ballot;

import dev.primus.core.NodeId;
import dev.primus.core.NodeName;
import dev.primus.core.spi.PeerView;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** This member among the others: whom it sees. Seeing is no voting: it only says whom to ask. */
final class Assembly {
    private final NodeId self;
    private PeerView view;

    Assembly(BallotRules rules) {
        this.self = rules.self();
        this.view = new PeerView(0, List.of(self));
    }

    PeerView view() {
        return view;
    }

    void viewed(PeerView next) {
        view = next;
    }

    List<NodeId> all() {
        return view.members();
    }

    List<NodeId> others() {
        return view.members().stream().filter(member -> !member.equals(self)).toList();
    }

    /** Who is within reach, by name. */
    Set<NodeName> names() {
        return view.members().stream().map(NodeId::name).collect(Collectors.toSet());
    }

    /** Another process goes by this member's name: a former life that is still in view, or a mistake. */
    boolean hasNamesake() {
        NodeName name = self.name();
        return others().stream().anyMatch(member -> member.name().equals(name));
    }
}
