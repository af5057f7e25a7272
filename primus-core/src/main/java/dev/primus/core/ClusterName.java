package dev.primus.core;

import java.util.regex.Pattern;

/** Sets of nodes that may share a store without seeing each other are told apart by this name. */
public record ClusterName(String value) {
    private static final Pattern ALLOWED = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.-]{0,62}");

    /** The cluster of those who never thought about clusters. */
    public static final ClusterName DEFAULT = new ClusterName("default");

    public ClusterName {
        Names.checked("cluster name", value, ALLOWED);
    }

    @Override
    public String toString() {
        return value;
    }
}
