package dev.primus.jdbc.store;

import java.util.List;
import java.util.function.Function;

/** A batch as one bound parameter: an array of arrays that the database unfolds into rows. */
public final class JsonRows {
    private JsonRows() {}

    public static <T> String of(List<T> items, Function<T, Object[]> columns) {
        StringBuilder json = new StringBuilder("[");
        for (T item : items) {
            json.append(json.length() > 1 ? ",[" : "[");
            Object[] values = columns.apply(item);
            for (int i = 0; i < values.length; i++) {
                json.append(i > 0 ? "," : "");
                append(json, values[i]);
            }
            json.append(']');
        }
        return json.append(']').toString();
    }

    private static void append(StringBuilder json, Object value) {
        if (value instanceof Number number) {
            json.append(number);
            return;
        }
        json.append('"');
        for (char c : value.toString().toCharArray()) {
            if (c == '"' || c == '\\') {
                json.append('\\').append(c);
            } else if (c < ' ' || c > '~') {
                json.append("\\u%04x".formatted((int) c));
            } else {
                json.append(c);
            }
        }
        json.append('"');
    }
}
