package dev.primus.core;

import java.util.regex.Pattern;

/**
 * One start of one node's process: its name and a random incarnation, written {@code core-1#7f3a9c04}. A restarted node
 * has the same name and another identity, so it is a challenger to the lease of its own former life.
 */
public record NodeId(NodeName name, String incarnation) implements Comparable<NodeId> {
    private static final Pattern INCARNATION = Pattern.compile("[a-z0-9]{4,32}");

    public NodeId {
        Names.checked("incarnation", incarnation, INCARNATION);
    }

    public static NodeId of(String name, String incarnation) {
        return new NodeId(new NodeName(name), incarnation);
    }

    /** Reads what {@link #toString()} wrote. */
    public static NodeId parse(String text) {
        int hash = text.indexOf('#');
        if (hash < 0) {
            throw new IllegalArgumentException(
                    "node id '%s' is not usable: allowed is name#incarnation".formatted(text));
        }
        return of(text.substring(0, hash), text.substring(hash + 1));
    }

    @Override
    public int compareTo(NodeId other) {
        int byName = name.compareTo(other.name);
        return byName != 0 ? byName : incarnation.compareTo(other.incarnation);
    }

    @Override
    public String toString() {
        return name + "#" + incarnation;
    }
}
