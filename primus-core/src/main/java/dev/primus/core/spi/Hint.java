package dev.primus.core.spi;

import dev.primus.core.ElectionName;
import org.jspecify.annotations.Nullable;

/**
 * Something may have changed.
 *
 * @param election where; null if anywhere
 */
public record Hint(Kind kind, @Nullable ElectionName election) {

    /** What kind of news this is. */
    public enum Kind {
        /** An election may be free: who hears it by name may bid. */
        CHANGED,
        /** Something about an election has changed that may be worth a look. */
        NEWS,
        /** The channel works: releases will be pushed. */
        CHANNEL_UP,
        /** The channel does not work, or there is none: better ask now and then. */
        CHANNEL_DOWN
    }

    public static final Hint NO_CHANNEL = new Hint(Kind.CHANNEL_DOWN, null);
    public static final Hint CHANNEL = new Hint(Kind.CHANNEL_UP, null);
    public static final Hint ANYTHING = new Hint(Kind.CHANGED, null);

    public static Hint news(ElectionName election) {
        return new Hint(Kind.NEWS, election);
    }

    public static Hint changed(ElectionName election) {
        return new Hint(Kind.CHANGED, election);
    }
}
