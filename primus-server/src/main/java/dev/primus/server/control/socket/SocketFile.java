package dev.primus.server.control.socket;

import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** Where a node's socket is: an absolute path that fits into a socket's address. */
public record SocketFile(Path path) {
    /** The least that any system allows, less the zero at the end. */
    private static final int LONGEST = 103;

    public static final String ALLOWED = "an absolute path of at most " + LONGEST + " bytes, or none";

    public SocketFile {
        if (!path.isAbsolute() || path.getFileName() == null) {
            throw new IllegalArgumentException("'%s': allowed is %s".formatted(path, ALLOWED));
        }
        int length = path.toString().getBytes(StandardCharsets.UTF_8).length;
        if (length > LONGEST) {
            throw new IllegalArgumentException("'%s' has %d bytes: allowed is %s".formatted(path, length, ALLOWED));
        }
    }

    public static SocketFile parse(String text) {
        try {
            return new SocketFile(Path.of(text));
        } catch (InvalidPathException e) {
            throw new IllegalArgumentException("'%s': allowed is %s".formatted(text, ALLOWED), e);
        }
    }

    Path folder() {
        Path parent = path.getParent();
        return parent == null ? path : parent;
    }

    @Override
    public String toString() {
        return path.toString();
    }
}
