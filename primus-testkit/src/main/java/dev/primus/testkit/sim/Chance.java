package dev.primus.testkit.sim;

import java.util.List;

/**
 * All chance of a simulation. SplitMix64, written out so that a seed means the same on every JDK, and split by purpose
 * so that one part's appetite for numbers does not change another's.
 */
public final class Chance {
    private static final long GOLDEN = 0x9e3779b97f4a7c15L;

    private long state;

    public Chance(long seed) {
        state = mix(seed + GOLDEN);
    }

    /** A stream of its own, which depends on the name and not on what was drawn before. */
    public Chance split(String purpose) {
        long hash = state;
        for (int i = 0; i < purpose.length(); i++) {
            hash = mix(hash + GOLDEN * (purpose.charAt(i) + 1));
        }
        return new Chance(hash);
    }

    public long bits() {
        state += GOLDEN;
        return mix(state);
    }

    private static long mix(long z) {
        long a = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        long b = (a ^ (a >>> 27)) * 0x94d049bb133111ebL;
        return b ^ (b >>> 31);
    }

    /** From 0 to 1. */
    public double share() {
        return (bits() >>> 11) * 0x1.0p-53;
    }

    public boolean happens(double probability) {
        return probability > 0 && share() < probability;
    }

    /** From {@code least} to {@code most}, both possible. */
    public long between(long least, long most) {
        return least + (long) (share() * (most - least + 1));
    }

    public int below(int bound) {
        return (int) (share() * bound);
    }

    /** Exponential, mostly small and now and then not. */
    public long around(long mean) {
        return (long) (-Math.log(1 - share()) * mean);
    }

    public <T> T oneOf(List<T> choices) {
        return choices.get(below(choices.size()));
    }
}
