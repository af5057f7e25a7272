package dev.primus.settings;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Whether a node may lead: as it was said, else by its type, else yes.
 *
 * @param why what decided it, for people
 */
public record Eligibility(boolean eligible, String why) {
    private static final Set<String> ABLE = Set.of("core-elx", "core", "web-ng", "web");
    private static final Set<String> UNABLE = Set.of("poller-elx", "poller");

    public static Eligibility of(@Nullable Boolean said, @Nullable String type) {
        if (said != null) {
            return new Eligibility(said, "eligible = " + said);
        }
        if (type != null && (ABLE.contains(type) || UNABLE.contains(type))) {
            return new Eligibility(ABLE.contains(type), "node type " + type);
        }
        return new Eligibility(true, "by default");
    }
}
