package dev.primus.server.view;

import java.time.Duration;
import java.util.Locale;

/** Lengths of time as people read them. */
public final class Spans {
    private Spans() {}

    /** Two or three digits and a unit, which is as much as a reader takes in: {@code 8 ms}, {@code 7.9 s}, {@code 3 d}. */
    public static String shortly(Duration span) {
        long millis = span.toMillis();
        if (millis < 1000) {
            return millis + " ms";
        }
        if (millis < 9_950) {
            return String.format(Locale.ROOT, "%.1f s", millis / 1000.0);
        }
        long seconds = span.toSeconds();
        if (seconds < 120) {
            return seconds + " s";
        }
        if (seconds < 2 * 3600) {
            return seconds / 60 + " m";
        }
        return seconds < 48 * 3600 ? seconds / 3600 + " h" : seconds / 86_400 + " d";
    }

    /** To the millisecond, without needless zeros: {@code 750 ms}, {@code 3 s}, {@code 8.911 s}. */
    public static String exactly(Duration span) {
        long millis = span.toMillis();
        if (Math.abs(millis) < 1000) {
            return millis + " ms";
        }
        String seconds = String.format(Locale.ROOT, "%.3f", millis / 1000.0);
        return seconds.replaceAll("0+$", "").replaceAll("\\.$", "") + " s";
    }
}
