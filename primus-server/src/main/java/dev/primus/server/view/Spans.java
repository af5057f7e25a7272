package dev.primus.server.view;

import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Lengths of time as people write and read them. */
public final class Spans {
    private static final Pattern WRITTEN = Pattern.compile("([0-9]{1,12})(?:\\.([0-9]{1,9}))?\\s?(ms|s|m|h|d)");

    private Spans() {}

    /** Reads {@code 500ms}, {@code 1.5s}, {@code 10s}, {@code 2m}, {@code 1h}, {@code 3d}. */
    public static Duration parse(String text) {
        Matcher written = WRITTEN.matcher(text.strip());
        if (!written.matches()) {
            throw new IllegalArgumentException(
                    "'%s' is not a length of time: allowed is a number with a unit, such as 500ms, 1.5s, 10s, 2m, 1h"
                            .formatted(text));
        }
        long unit = nanosOf(written.group(3));
        String fraction = written.group(2) == null ? "" : written.group(2);
        long whole = Math.multiplyExact(Long.parseLong(written.group(1)), unit);
        long part = fraction.isEmpty() ? 0 : (long) (Double.parseDouble("0." + fraction) * unit);
        return Duration.ofNanos(Math.addExact(whole, part));
    }

    private static long nanosOf(String unit) {
        return switch (unit) {
            case "ms" -> Duration.ofMillis(1).toNanos();
            case "s" -> Duration.ofSeconds(1).toNanos();
            case "m" -> Duration.ofMinutes(1).toNanos();
            case "h" -> Duration.ofHours(1).toNanos();
            default -> Duration.ofDays(1).toNanos();
        };
    }

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
