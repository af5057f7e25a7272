package dev.primus.core.peers;

import dev.primus.core.NodeId;
import dev.primus.core.NodeName;
import dev.primus.core.spi.Enrolment.Part;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The nodes that take part in one election. A former process of a node that is back in view is dropped; of the nodes that
 * are out of view only the latest are remembered.
 */
public final class Roll {
    static final int MOST_ABSENT = 32;

    private final Map<NodeId, Part> parts = new TreeMap<>();
    private final Set<NodeId> absent = new LinkedHashSet<>();

    public void put(NodeId node, Part part) {
        parts.put(node, part);
    }

    @Nullable
    public Part of(NodeId node) {
        return parts.get(node);
    }

    public Map<NodeId, Part> parts() {
        return Collections.unmodifiableMap(parts);
    }

    /** Whether a node in view has said that it takes part, and not that it has left. */
    public boolean hasParticipant(Set<NodeId> view) {
        return parts.entrySet().stream().anyMatch(each -> each.getValue() != Part.GONE && view.contains(each.getKey()));
    }

    public void onView(Set<NodeId> view) {
        if (view.containsAll(parts.keySet())) {
            absent.clear();
            return;
        }
        Set<NodeName> names = view.stream().map(NodeId::name).collect(Collectors.toSet());
        parts.keySet().removeIf(node -> !view.contains(node) && names.contains(node.name()));
        absent.removeIf(node -> view.contains(node) || !parts.containsKey(node));
        parts.keySet().stream().filter(node -> !view.contains(node)).forEach(absent::add);
        while (absent.size() > MOST_ABSENT) {
            NodeId eldest = absent.iterator().next();
            absent.remove(eldest);
            parts.remove(eldest);
        }
    }
}
