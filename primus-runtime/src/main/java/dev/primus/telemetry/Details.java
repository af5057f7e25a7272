package dev.primus.telemetry;

import dev.primus.feed.FeedRecord;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** The words of a record, read as numbers. */
final class Details {
    private Details() {}

    static OptionalDouble fraction(FeedRecord record, String name) {
        String value = record.details().get(name);
        return value == null ? OptionalDouble.empty() : OptionalDouble.of(Double.parseDouble(value));
    }

    static OptionalLong number(FeedRecord record, String name) {
        String value = record.details().get(name);
        return value == null ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(value));
    }
}
