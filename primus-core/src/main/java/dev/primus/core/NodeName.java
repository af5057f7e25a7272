package dev.primus.core;

import java.util.regex.Pattern;

/** A member's name, given by the operator and compared exactly: {@code core-1} and {@code Core-1} are two nodes. */
public record NodeName(String value) implements Comparable<NodeName> {
    private static final Pattern ALLOWED = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.-]{0,62}");

    public NodeName {
        Names.checked("node name", value, ALLOWED);
    }

    @Override
    public int compareTo(NodeName other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
