package dev.primus.jdbc.store;

import dev.primus.core.ElectionName;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Who of a batch a database named as served. In most cases all of them, and then nobody needs to be looked up. */
public final class Served {
    private Served() {}

    /** @param named the names as the database returned them, each at most once */
    public static Set<ElectionName> of(List<ElectionName> asked, Collection<String> named) {
        if (named.size() == asked.size()) {
            return new HashSet<>(asked);
        }
        Set<String> known = new HashSet<>(named);
        return asked.stream().filter(name -> known.contains(name.value())).collect(Collectors.toSet());
    }
}
