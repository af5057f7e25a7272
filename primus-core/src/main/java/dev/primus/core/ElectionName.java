package dev.primus.core;

import java.util.regex.Pattern;

/** A named contest, such as {@code coordinator} or {@code tenant/42/billing}. */
public record ElectionName(String value) implements Comparable<ElectionName> {
    private static final Pattern ALLOWED = Pattern.compile("[A-Za-z0-9_.:/-]{1,190}");

    public ElectionName {
        Names.checked("election name", value, ALLOWED);
    }

    @Override
    public int compareTo(ElectionName other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
