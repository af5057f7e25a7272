package dev.primus.core;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Who votes, running or not.
 *
 * @param term of the leader that made it so; 0 as it was configured
 * @param change which of that leader's changes it is
 */
public record Electorate(long term, long change, Set<NodeName> members) {

    /** Two of them, the former and the next, fit into one message however long the names are. */
    public static final int MOST = 400;

    private static final Pattern FORM = Pattern.compile("(\\d{1,19})\\.(\\d{1,19})/(.+)");

    public Electorate {
        members = Set.copyOf(members);
        if (term < 0 || change < 0 || members.isEmpty() || members.size() > MOST) {
            throw new IllegalArgumentException("electorate %d.%d of %d members: allowed are 1 to %d, and 0 and above"
                    .formatted(term, change, members.size(), MOST));
        }
    }

    /** As it is before anybody has changed it. */
    public static Electorate first(Collection<NodeName> members) {
        return new Electorate(0, 0, Set.copyOf(members));
    }

    /** What {@link #toString} wrote. */
    public static Electorate parse(String text) {
        Matcher parts = FORM.matcher(text);
        if (!parts.matches()) {
            throw new IllegalArgumentException("electorate '%s': allowed is 5.2/a,b,c".formatted(text));
        }
        List<NodeName> names =
                Stream.of(parts.group(3).split(",", -1)).map(NodeName::new).toList();
        return new Electorate(Long.parseLong(parts.group(1)), Long.parseLong(parts.group(2)), Set.copyOf(names));
    }

    /** @param settled whether it is known to be valid */
    public ElectorateVersion version(boolean settled) {
        return new ElectorateVersion(term, change, names().hashCode(), settled);
    }

    public boolean has(NodeName name) {
        return members.contains(name);
    }

    /** How many of them are more than half. */
    public int majority() {
        return members.size() / 2 + 1;
    }

    /** Whether these are more than half of them, whoever else is among these. */
    public boolean isCarriedBy(Set<NodeName> voices) {
        return present(voices) >= majority();
    }

    /** How many of these it has. */
    public long present(Set<NodeName> names) {
        return names.stream().filter(members::contains).count();
    }

    /** The names in order, with commas. */
    public String names() {
        return new TreeSet<>(members).stream().map(NodeName::value).collect(Collectors.joining(","));
    }

    @Override
    public String toString() {
        return "%d.%d/%s".formatted(term, change, names());
    }
}
