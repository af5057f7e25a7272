package dev.primus.server.control;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.StreamReadException;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.cfg.EnumFeature;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.exc.InvalidTypeIdException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import dev.primus.core.ElectionName;
import dev.primus.core.NodeName;
import dev.primus.server.view.Json;
import java.io.IOException;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Requests and answers as JSON. Requests are read strictly; answers so that they may grow. */
public final class Wire {
    private static final int VERSION = 1;

    private static final JsonMapper STRICT = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .enable(MapperFeature.ACCEPT_CASE_INSENSITIVE_ENUMS)
            .enable(EnumFeature.WRITE_ENUMS_TO_LOWERCASE)
            .addModule(new SimpleModule()
                    .addSerializer(ElectionName.class, ToStringSerializer.instance)
                    .addSerializer(NodeName.class, ToStringSerializer.instance)
                    .addDeserializer(ElectionName.class, new Reader<>(ElectionName.class, ElectionName::new))
                    .addDeserializer(NodeName.class, new Reader<>(NodeName.class, NodeName::new)))
            .build();

    private static final JsonMapper LENIENT = STRICT.rebuild()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.READ_UNKNOWN_ENUM_VALUES_AS_NULL)
            .build();

    private Wire() {}

    /** A request, or what is wrong with it. */
    public interface Parsed {
        Answer answeredBy(Control control, String caller);
    }

    public static ObjectNode json(Request request) {
        return versioned(STRICT.valueToTree(request));
    }

    public static ObjectNode json(Answer answer) {
        return versioned(STRICT.valueToTree(answer));
    }

    private static ObjectNode versioned(JsonNode body) {
        ObjectNode document = Json.document();
        document.setAll((ObjectNode) body);
        return document;
    }

    /** Never throws: whatever is wrong is an answer too. */
    public static Parsed request(String line) {
        JsonNode tree;
        try {
            tree = STRICT.readTree(line);
        } catch (JsonProcessingException e) {
            String why = e instanceof StreamReadException ? ": " + e.getOriginalMessage() : "";
            return mistake(Answer.Mistake.Kind.BAD_JSON, "not one JSON object in one line" + why);
        }
        if (!(tree instanceof ObjectNode document)) {
            return mistake(Answer.Mistake.Kind.BAD_JSON, "not one JSON object in one line");
        }
        JsonNode version = document.remove("v");
        if (version == null || !version.isInt() || version.intValue() != VERSION) {
            return mistake(Answer.Mistake.Kind.BAD_VERSION, "field 'v': allowed is " + VERSION);
        }
        return request(document);
    }

    private static Parsed request(ObjectNode document) {
        try {
            Request request = STRICT.treeToValue(document, Request.class);
            return request::by;
        } catch (InvalidTypeIdException e) {
            return mistake(
                    Answer.Mistake.Kind.UNKNOWN_ACT,
                    e.getTypeId() == null ? "field 'act' is missing" : "unknown act '%s'".formatted(e.getTypeId()));
        } catch (UnrecognizedPropertyException e) {
            return mistake(Answer.Mistake.Kind.UNKNOWN_FIELD, "unknown field '%s'".formatted(e.getPropertyName()));
        } catch (JsonProcessingException e) {
            return mistake(Answer.Mistake.Kind.BAD_VALUE, badValue(e));
        }
    }

    /** Ours are sentences; the library's speak of our classes. */
    private static String badValue(JsonProcessingException mistake) {
        if (mistake.getCause() instanceof IllegalArgumentException ours) {
            return String.valueOf(ours.getMessage());
        }
        String field = mistake instanceof JsonMappingException mapping
                ? mapping.getPath().stream()
                        .map(JsonMappingException.Reference::getFieldName)
                        .collect(Collectors.joining("."))
                : "?";
        return "field '%s' has a value of the wrong kind".formatted(field);
    }

    private static Parsed mistake(Answer.Mistake.Kind kind, String message) {
        Answer answer = new Answer.Mistake(kind, message);
        return (control, caller) -> answer;
    }

    /**
     * Reads what a node has answered.
     *
     * @throws JsonProcessingException if that is no answer of ours
     */
    public static Answer answer(String line) throws JsonProcessingException {
        return LENIENT.readValue(line, Answer.class);
    }

    /** A name, which refuses by itself what it cannot be. */
    private static final class Reader<T> extends StdDeserializer<T> {
        private static final long serialVersionUID = 1L;

        private final transient Function<String, T> maker;

        Reader(Class<T> type, Function<String, T> maker) {
            super(type);
            this.maker = maker;
        }

        @Override
        public T deserialize(JsonParser parser, DeserializationContext context) throws IOException {
            if (!parser.hasToken(JsonToken.VALUE_STRING)) {
                throw MismatchedInputException.from(parser, handledType(), "text is wanted");
            }
            String text = parser.getText();
            try {
                return maker.apply(text);
            } catch (IllegalArgumentException e) {
                throw JsonMappingException.from(parser, "not a name", e);
            }
        }
    }
}
