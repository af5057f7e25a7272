package dev.primus.feed;

/** Writes one flat JSON object; a record of the feed needs no more, and so no library. */
final class JsonLine {
    private final StringBuilder out = new StringBuilder("{");

    void number(String name, long value) {
        name(name).append(value);
    }

    void text(String name, String value) {
        quoted(name(name), value);
    }

    private StringBuilder name(String name) {
        if (out.length() > 1) {
            out.append(',');
        }
        return quoted(out, name).append(':');
    }

    private static StringBuilder quoted(StringBuilder out, String value) {
        out.append('"');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < 0x20 || c == 0x7f || Character.isSurrogate(c)) {
                out.append("\\u%04x".formatted((int) c));
            } else {
                out.append(c);
            }
        }
        return out.append('"');
    }

    @Override
    public String toString() {
        return out + "}";
    }
}
