package dev.primus.server.view;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/** The program's JSON: version first, times in UTC, lengths of time in milliseconds, tokens as strings. It only grows. */
public final class Json {
    private static final int VERSION = 1;

    private Json() {}

    public static ObjectNode document() {
        return object().put("v", VERSION);
    }

    static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    static @Nullable String time(@Nullable Instant time) {
        return time == null ? null : time.truncatedTo(ChronoUnit.MILLIS).toString();
    }
}
