package dev.primus.core;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which electorate somebody counts by.
 *
 * @param term of the leader that made it so: two leaders never make the same version
 * @param change which of that leader's changes it is
 * @param digest of the names: where nobody has changed anything yet, it tells those who were set up differently
 * @param settled whether it is known to be valid; else it counts beside the former one
 */
public record ElectorateVersion(long term, long change, int digest, boolean settled) {

    /** Voters that are counted and not named. */
    public static final ElectorateVersion COUNTED = new ElectorateVersion(0, 0, 0, true);

    private static final Pattern FORM = Pattern.compile("(\\d{1,19})\\.(\\d{1,19})-([0-9a-f]{8})(\\??)");

    public ElectorateVersion {
        if (term < 0 || change < 0) {
            throw new IllegalArgumentException(
                    "electorate version %d.%d: allowed is 0.0 and above".formatted(term, change));
        }
    }

    /** What {@link #toString} wrote. */
    public static ElectorateVersion parse(String text) {
        Matcher parts = FORM.matcher(text);
        if (!parts.matches()) {
            throw new IllegalArgumentException(
                    "electorate version '%s': allowed is 5.2-0a1b2c3d, or with a ? behind it".formatted(text));
        }
        return new ElectorateVersion(
                Long.parseLong(parts.group(1)),
                Long.parseLong(parts.group(2)),
                Integer.parseUnsignedInt(parts.group(3), 16),
                parts.group(4).isEmpty());
    }

    public boolean isBefore(ElectorateVersion other) {
        return term < other.term || term == other.term && change < other.change;
    }

    /** Whether it is the same change, be it known to be valid or not. */
    public boolean isSameAs(ElectorateVersion other) {
        return term == other.term && change == other.change && digest == other.digest;
    }

    /** Whether who counts by the other one knows more: of a later change, or that this one is valid. */
    public boolean knowsLessThan(ElectorateVersion other) {
        return isBefore(other) || isSameAs(other) && !settled && other.settled;
    }

    /** Neither is later, and they are not the same: somebody was set up wrongly. */
    public boolean disagreesWith(ElectorateVersion other) {
        return !isBefore(other) && !other.isBefore(this) && digest != other.digest;
    }

    @Override
    public String toString() {
        return "%d.%d-%08x%s".formatted(term, change, digest, settled ? "" : "?");
    }
}
