package dev.primus.server.control;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How an act is meant.
 *
 * @param id by which it is found in feed and log; the one who asks may choose it, so as to know it even if no answer comes
 * @param why in the operator's words; may be empty
 * @param dryRun whether only to tell what would be done
 */
public record Intent(String id, String why, boolean dryRun) {
    private static final int LONGEST_WHY = 200;
    private static final Pattern ID = Pattern.compile("[a-z0-9]{4,16}");

    public Intent(@Nullable String id, @Nullable String why, boolean dryRun) {
        this.id = id == null ? newId() : id;
        this.why = why == null ? "" : why;
        this.dryRun = dryRun;
        if (!ID.matcher(this.id).matches()) {
            throw new IllegalArgumentException("field 'id': allowed is 4 to 16 small letters and digits");
        }
        if (this.why.length() > LONGEST_WHY || this.why.chars().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException(
                    "field 'why': allowed is one line of at most %d characters".formatted(LONGEST_WHY));
        }
    }

    /** Read from a line it must say so itself: what is left out by mistake must not be an act in earnest. */
    @JsonCreator
    static Intent read(
            @JsonProperty("id") @Nullable String id,
            @JsonProperty("why") @Nullable String why,
            @JsonProperty("dryRun") @Nullable Boolean dryRun) {
        if (dryRun == null) {
            throw new IllegalArgumentException("field 'dryRun' is missing");
        }
        return new Intent(id, why, dryRun);
    }

    public static Intent planned(String why) {
        return new Intent(null, why, true);
    }

    /** The same act, now in earnest. */
    public Intent inEarnest() {
        return new Intent(id, why, false);
    }

    private static String newId() {
        return "%06x".formatted(ThreadLocalRandom.current().nextInt(1 << 24));
    }
}
