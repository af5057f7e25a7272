package dev.primus.cluster.ballot;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.Collection;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Writes the fields of one JSON object, in the order in which they are given. */
final class FieldWriter {
    private static final JsonFactory FACTORY = new JsonFactory();

    /** RFC 3339 with all nine places. */
    private static final DateTimeFormatter NANOS =
            new DateTimeFormatterBuilder().appendInstant(9).toFormatter();

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(512);
    private final JsonGenerator json;

    FieldWriter() {
        try {
            json = FACTORY.createGenerator(bytes);
            json.writeStartObject();
        } catch (IOException e) {
            throw unwritable(e);
        }
    }

    /** Something that writes, where only what is written can be at fault. */
    private interface Writing {
        void write() throws IOException;
    }

    private FieldWriter put(Writing writing) {
        try {
            writing.write();
        } catch (IOException e) {
            throw unwritable(e);
        }
        return this;
    }

    private static IllegalArgumentException unwritable(IOException cause) {
        return new IllegalArgumentException("a message that cannot be written", cause);
    }

    private static String checked(String value) {
        if (value.length() > Limits.TEXT) {
            throw new IllegalArgumentException(
                    "a text of %d characters: allowed are %d".formatted(value.length(), Limits.TEXT));
        }
        if (!StandardCharsets.UTF_8.newEncoder().canEncode(value)) {
            throw new IllegalArgumentException("a text with half a character");
        }
        return value;
    }

    FieldWriter text(String name, @Nullable Object value) {
        return put(() -> {
            if (value == null) {
                json.writeNullField(name);
            } else {
                json.writeStringField(name, checked(value.toString()));
            }
        });
    }

    FieldWriter number(String name, long value) {
        return put(() -> json.writeNumberField(name, value));
    }

    FieldWriter flag(String name, boolean value) {
        return put(() -> json.writeBooleanField(name, value));
    }

    FieldWriter share(String name, int millionths) {
        return put(() -> {
            json.writeFieldName(name);
            json.writeNumber(Millionths.text(millionths));
        });
    }

    FieldWriter time(String name, Instant value) {
        return text(name, NANOS.format(value));
    }

    FieldWriter nothing(String name) {
        return text(name, null);
    }

    FieldWriter object(String name, Consumer<FieldWriter> fields) {
        put(() -> json.writeObjectFieldStart(name));
        fields.accept(this);
        return put(json::writeEndObject);
    }

    <T> FieldWriter objects(String name, Collection<T> values, Consumer<T> fields) {
        startList(name, values);
        for (T value : values) {
            put(json::writeStartObject);
            fields.accept(value);
            put(json::writeEndObject);
        }
        return put(json::writeEndArray);
    }

    FieldWriter texts(String name, Collection<?> values) {
        startList(name, values);
        for (Object value : values) {
            put(() -> json.writeString(checked(value.toString())));
        }
        return put(json::writeEndArray);
    }

    private void startList(String name, Collection<?> values) {
        if (values.size() > Limits.LIST) {
            throw new IllegalArgumentException("a list of %d: allowed are %d".formatted(values.size(), Limits.LIST));
        }
        put(() -> json.writeArrayFieldStart(name));
    }

    byte[] end() {
        put(json::writeEndObject);
        put(json::close);
        return bytes.toByteArray();
    }
}
