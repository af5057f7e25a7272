package dev.primus.settings;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Lengths of time as people write them. */
public final class WrittenTime {
    private static final Pattern WRITTEN = Pattern.compile("([0-9]{1,12})(?:\\.([0-9]{1,9}))?\\s?(ms|s|m|h|d)");

    private WrittenTime() {}

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
}
