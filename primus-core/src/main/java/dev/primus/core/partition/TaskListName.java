package dev.primus.core.partition;

import java.util.regex.Pattern;

/** The name of a list of work, with its domain before a slash if it has one: {@code billing/invoices}. */
public record TaskListName(String value) implements Comparable<TaskListName> {
    private static final Pattern ALLOWED = Pattern.compile("[A-Za-z0-9_.:/-]{1,190}");
    private static final Pattern DOMAIN = Pattern.compile("[A-Za-z0-9_.:-]{0,63}");

    public TaskListName {
        if (value == null || !ALLOWED.matcher(value).matches()) {
            throw new IllegalArgumentException(
                    "task list name '%s' is not usable: allowed is %s".formatted(value, ALLOWED.pattern()));
        }
        ofDomain(domainOf(value));
    }

    /** The name of a domain, if it is one; empty for lists that have none. */
    public static String ofDomain(String name) {
        if (name == null || !DOMAIN.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "domain name '%s' is not usable: allowed is %s".formatted(name, DOMAIN.pattern()));
        }
        return name;
    }

    private static String domainOf(String value) {
        int slash = value.indexOf('/');
        return slash < 0 ? "" : value.substring(0, slash);
    }

    /** What it belongs to; empty if to nothing. */
    public String domain() {
        return domainOf(value);
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
