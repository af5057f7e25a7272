package dev.primus.cluster;

/** A host, by name or number, and a port: {@code core-1:7800}, {@code 10.0.0.7:7800}, {@code [fd00::7]:7800}. */
public record PeerAddress(String host, int port) {

    public PeerAddress {
        if (host.isBlank() || host.chars().anyMatch(c -> c <= ' ' || c == '/' || c == ',')) {
            throw refused("%s:%d".formatted(host, port));
        }
        if (port < 1 || port > 65_535) {
            throw refused("%s:%d".formatted(host, port));
        }
    }

    /** Reads what {@link #toString()} wrote. */
    public static PeerAddress parse(String text) {
        int colon = text.lastIndexOf(':');
        boolean bracketed = text.startsWith("[");
        if (colon < 1 || bracketed != (text.charAt(colon - 1) == ']') || (!bracketed && text.indexOf(':') != colon)) {
            throw refused(text);
        }
        String host = bracketed ? text.substring(1, colon - 1) : text.substring(0, colon);
        try {
            return new PeerAddress(host, Integer.parseInt(text.substring(colon + 1)));
        } catch (NumberFormatException notANumber) {
            throw refused(text);
        }
    }

    private static IllegalArgumentException refused(String text) {
        return new IllegalArgumentException(
                "peer address '%s' is not usable: allowed is host:port with a port from 1 to 65535, an IPv6 number in brackets"
                        .formatted(text));
    }

    @Override
    public String toString() {
        return host.indexOf(':') < 0 ? host + ":" + port : "[" + host + "]:" + port;
    }
}
