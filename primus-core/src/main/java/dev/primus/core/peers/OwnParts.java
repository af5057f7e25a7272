package dev.primus.core.peers;

import dev.primus.core.ElectionName;
import dev.primus.core.spi.Enrolment;
import dev.primus.core.spi.Enrolment.Part;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What this member takes part in. Of the elections that it has left only the latest are remembered. */
public final class OwnParts {
    private static final int MOST_LEFT = 256;

    private final Map<ElectionName, Part> joined = new LinkedHashMap<>();
    private final Set<ElectionName> left = new LinkedHashSet<>();

    public void put(ElectionName election, Part part) {
        left.remove(election);
        if (part != Part.GONE) {
            joined.put(election, part);
            return;
        }
        joined.remove(election);
        left.add(election);
        if (left.size() > MOST_LEFT) {
            left.remove(left.iterator().next());
        }
    }

    /** Null if it never took part, or has left so long ago that it does not know any more. */
    @Nullable
    public Part of(ElectionName election) {
        return left.contains(election) ? Part.GONE : joined.get(election);
    }

    /** An election that it takes part in; null if there is none. */
    @Nullable
    public ElectionName any() {
        return joined.isEmpty() ? null : joined.keySet().iterator().next();
    }

    /** For members that may not know of it yet. */
    public List<Enrolment> all() {
        List<Enrolment> all = new ArrayList<>();
        joined.forEach((election, part) -> all.add(new Enrolment(election, part)));
        left.forEach(election -> all.add(new Enrolment(election, Part.GONE)));
        return all;
    }
}
