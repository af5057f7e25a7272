package dev.primus;

import java.time.Duration;

/**
 * How the duties of an election are kept going while a term lasts. A duty that fails is begun again after a pause that
 * doubles each time; more than {@code restarts} of them {@code within} a span are too many: then this node gives
 * leadership up with the reason DUTY_FAILED and stays out of the contest for {@code stayOut}, so that another can try.
 */
public record Supervision(
        Strategy strategy,
        int restarts,
        Duration within,
        Duration firstPause,
        Duration longestPause,
        Duration stayOut) {

    /** Who is begun again with a duty that failed. */
    public enum Strategy {
        /** Nobody else. */
        ONE_FOR_ONE,
        /** All duties: they are stopped in reverse order first. */
        ALL_FOR_ONE,
        /** Those that were started after it: they are stopped in reverse order first. */
        REST_FOR_ONE
    }

    public Supervision {
        if (restarts < 0) {
            throw new IllegalArgumentException("restarts = %d: allowed is 0 or more".formatted(restarts));
        }
        requirePositive("within", within);
        requirePositive("firstPause", firstPause);
        if (longestPause.compareTo(firstPause) < 0) {
            throw new IllegalArgumentException(
                    "longestPause = %s: allowed is firstPause (%s) or more".formatted(longestPause, firstPause));
        }
        if (stayOut.isNegative()) {
            throw new IllegalArgumentException("stayOut = %s: allowed is 0 or more".formatted(stayOut));
        }
    }

    private static void requirePositive(String name, Duration value) {
        if (value.isNegative() || value.isZero()) {
            throw new IllegalArgumentException("%s = %s: allowed is above 0".formatted(name, value));
        }
    }

    /** A failed duty alone is begun again: at most 5 times in a minute, after 100 ms at first and 10 s at most. */
    public static Supervision oneForOne() {
        return new Supervision(
                Strategy.ONE_FOR_ONE,
                5,
                Duration.ofMinutes(1),
                Duration.ofMillis(100),
                Duration.ofSeconds(10),
                Duration.ofSeconds(30));
    }

    public static Supervision allForOne() {
        return oneForOne().by(Strategy.ALL_FOR_ONE);
    }

    public static Supervision restForOne() {
        return oneForOne().by(Strategy.REST_FOR_ONE);
    }

    private Supervision by(Strategy other) {
        return new Supervision(other, restarts, within, firstPause, longestPause, stayOut);
    }

    /** How many restarts are borne in any such span. */
    public Supervision atMost(int restarts, Duration within) {
        return new Supervision(strategy, restarts, within, firstPause, longestPause, stayOut);
    }

    /** The pause before the first restart of a span, and what its doubling ends at. */
    public Supervision backOff(Duration first, Duration longest) {
        return new Supervision(strategy, restarts, within, first, longest, stayOut);
    }

    /** How long this node does not stand for election after it had to give up. */
    public Supervision stayOut(Duration stayOut) {
        return new Supervision(strategy, restarts, within, firstPause, longestPause, stayOut);
    }
}
