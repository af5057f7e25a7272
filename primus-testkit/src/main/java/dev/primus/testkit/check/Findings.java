package dev.primus.testkit.check;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/** Collects violations, with the time. */
public final class Findings {
    private static final int MOST = 20;

    private final LongSupplier clock;
    private final List<Violation> found = new ArrayList<>();

    public Findings(LongSupplier clock) {
        this.clock = clock;
    }

    public void violated(String property, String what, Object... details) {
        if (found.size() < MOST) {
            found.add(new Violation(property, clock.getAsLong(), what.formatted(details)));
        }
    }

    long now() {
        return clock.getAsLong();
    }

    public List<Violation> all() {
        return found;
    }

    public boolean isEmpty() {
        return found.isEmpty();
    }
}
