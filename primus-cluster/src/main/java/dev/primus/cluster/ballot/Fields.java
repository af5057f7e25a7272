package dev.primus.cluster.ballot;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a JSON object, asked for by name and type. It is read whole before anything is asked, since fields come in
 * any order, and never holds more than the bytes did. Fields that nobody asks for are ignored.
 */
final class Fields {
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(8)
                    .maxStringLength(Limits.TEXT)
                    .maxNameLength(64)
                    .maxNumberLength(32)
                    .maxDocumentLength(Limits.ENVELOPE_BYTES)
                    .build())
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            // Names that others choose are not kept.
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
            .build();

    private static final Pattern WHOLE = Pattern.compile("-?[0-9]{1,19}");

    /** A number, as it was written. */
    private record Numeral(String digits) {}

    private final Map<String, @Nullable Object> values;

    private Fields(Map<String, @Nullable Object> values) {
        this.values = values;
    }

    static Fields parse(byte[] bytes) throws RefusedMail {
        try (JsonParser json = FACTORY.createParser(utf8(bytes))) {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                throw RefusedMail.unreadable("no object");
            }
            Fields fields = object(json);
            if (json.nextToken() != null) {
                throw RefusedMail.unreadable("more than an object");
            }
            return fields;
        } catch (IOException e) {
            // What the parser says quotes the bytes, which belong in no log.
            throw RefusedMail.unreadable("no JSON, or more than is allowed");
        }
    }

    /** Strictly: the parser by itself would guess at encodings. */
    private static String utf8(byte[] bytes) throws CharacterCodingException {
        return StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT)
                .decode(ByteBuffer.wrap(bytes))
                .toString();
    }

    private static Fields object(JsonParser json) throws IOException, RefusedMail {
        Map<String, @Nullable Object> values = new HashMap<>();
        while (json.nextToken() != JsonToken.END_OBJECT) {
            String name = json.currentName();
            json.nextToken();
            values.put(name, value(json));
        }
        return new Fields(values);
    }

    private static List<@Nullable Object> list(JsonParser json) throws IOException, RefusedMail {
        List<@Nullable Object> values = new ArrayList<>();
        while (json.nextToken() != JsonToken.END_ARRAY) {
            if (values.size() == Limits.LIST) {
                throw RefusedMail.unreadable("a list of more than %d".formatted(Limits.LIST));
            }
            values.add(value(json));
        }
        return values;
    }

    private static @Nullable Object value(JsonParser json) throws IOException, RefusedMail {
        JsonToken token = json.currentToken();
        if (token == null) {
            throw RefusedMail.unreadable("cut short");
        }
        return switch (token) {
            case START_OBJECT -> object(json);
            case START_ARRAY -> list(json);
            case VALUE_STRING -> whole(json.getText());
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new Numeral(json.getText());
            case VALUE_TRUE -> Boolean.TRUE;
            case VALUE_FALSE -> Boolean.FALSE;
            case VALUE_NULL -> null;
            default -> throw RefusedMail.unreadable("no JSON");
        };
    }

    /** Escapes can make half a character, which could never be sent on. */
    private static String whole(String text) throws RefusedMail {
        if (!StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
            throw RefusedMail.unreadable("half a character");
        }
        return text;
    }

    private <T> T get(String name, Class<T> type) throws RefusedMail {
        Object value = values.get(name);
        if (!type.isInstance(value)) {
            throw missing(name);
        }
        return type.cast(value);
    }

    private static RefusedMail missing(String name) {
        return RefusedMail.unreadable("%s is missing or of another kind".formatted(name));
    }

    String text(String name) throws RefusedMail {
        return get(name, String.class);
    }

    @Nullable
    String optionalText(String name) throws RefusedMail {
        return values.get(name) == null ? null : text(name);
    }

    boolean flag(String name) throws RefusedMail {
        return get(name, Boolean.class);
    }

    /** False if it is not there. */
    boolean optionalFlag(String name) throws RefusedMail {
        return values.get(name) != null && flag(name);
    }

    long number(String name) throws RefusedMail {
        return whole(name, get(name, Numeral.class).digits());
    }

    long count(String name) throws RefusedMail {
        return atLeastZero(name, number(name));
    }

    /** A count that is written as a text, since it may have more digits than other languages keep of a number. */
    long countInText(String name) throws RefusedMail {
        return atLeastZero(name, whole(name, text(name)));
    }

    private static long whole(String name, String digits) throws RefusedMail {
        try {
            if (WHOLE.matcher(digits).matches()) {
                return Long.parseLong(digits);
            }
        } catch (NumberFormatException e) {
            // beyond 64 bits
        }
        throw RefusedMail.unreadable("%s is no whole number of 64 bits".formatted(name));
    }

    private static long atLeastZero(String name, long value) throws RefusedMail {
        if (value < 0) {
            throw RefusedMail.unreadable("%s is below zero".formatted(name));
        }
        return value;
    }

    int share(String name) throws RefusedMail {
        return Millionths.parse(get(name, Numeral.class).digits());
    }

    Instant time(String name) throws RefusedMail {
        try {
            return Instant.parse(text(name));
        } catch (DateTimeException e) {
            throw RefusedMail.unreadable("%s is no time".formatted(name));
        }
    }

    Fields object(String name) throws RefusedMail {
        return get(name, Fields.class);
    }

    @Nullable
    Fields optionalObject(String name) throws RefusedMail {
        return values.get(name) == null ? null : object(name);
    }

    /** Makes one entry of a list. */
    interface Entry<F, T> {
        T read(F from) throws RefusedMail;
    }

    <T> List<T> objects(String name, Entry<Fields, T> entry) throws RefusedMail {
        return entries(name, Fields.class, entry);
    }

    /** None if it is not there. */
    <T> List<T> optionalObjects(String name, Entry<Fields, T> entry) throws RefusedMail {
        return values.get(name) == null ? List.of() : objects(name, entry);
    }

    <T> List<T> texts(String name, Entry<String, T> entry) throws RefusedMail {
        return entries(name, String.class, entry);
    }

    private <F, T> List<T> entries(String name, Class<F> type, Entry<F, T> entry) throws RefusedMail {
        List<T> all = new ArrayList<>();
        for (Object value : get(name, List.class)) {
            if (!type.isInstance(value)) {
                throw missing(name);
            }
            all.add(entry.read(type.cast(value)));
        }
        return all;
    }
}
