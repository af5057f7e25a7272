package dev.primus.cluster.ballot;

import java.util.regex.Pattern;

/** Shares as JSON has them, {@code 0.350000}: written and read digit by digit, so that none is lost. */
final class Millionths {
    private static final int WHOLE = 1_000_000;
    private static final int PLACES = 6;
    private static final Pattern ALLOWED = Pattern.compile("[01](\\.[0-9]{1,6})?");

    private Millionths() {}

    static String text(int millionths) {
        if (millionths < 0 || millionths > WHOLE) {
            throw new IllegalArgumentException(
                    "share = %d millionths: allowed is 0 to %d".formatted(millionths, WHOLE));
        }
        return millionths / WHOLE + "."
                + Integer.toString(WHOLE + millionths % WHOLE).substring(1);
    }

    static int parse(String text) throws RefusedMail {
        if (!ALLOWED.matcher(text).matches()) {
            throw RefusedMail.unreadable("a share is a number from 0 to 1 with six places at most");
        }
        String places = text.length() < 2 ? "" : text.substring(2);
        int value = (text.charAt(0) - '0') * WHOLE + Integer.parseInt(places + "0".repeat(PLACES - places.length()));
        if (value > WHOLE) {
            throw RefusedMail.unreadable("a share above 1");
        }
        return value;
    }
}
