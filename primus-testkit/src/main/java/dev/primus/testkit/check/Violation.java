package dev.primus.testkit.check;

/**
 * A property that did not hold.
 *
 * @param property its short name, as in C4
 * @param at true time since the beginning, in nanoseconds
 */
public record Violation(String property, long at, String what) {
    @Override
    public String toString() {
        return "%s violated at %.3f s: %s".formatted(property, at / 1e9, what);
    }
}
