package dev.primus.core.partition;

import java.util.regex.Pattern;

/** The name of a list of work, with its domain if there are several: {@code billing/invoices}. */
public record TaskListName(String value) implements Comparable<TaskListName> {
    private static final Pattern ALLOWED = Pattern.compile("[A-Za-z0-9_.:/-]{1,190}");

    public TaskListName {
        if (value == null || !ALLOWED.matcher(value).matches()) {
            throw new IllegalArgumentException(
                    "task list name '%s' is not usable: allowed is %s".formatted(value, ALLOWED.pattern()));
        }
    }

    @Override
    public int compareTo(TaskListName other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
