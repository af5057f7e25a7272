package dev.primus.server.talk;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.function.UnaryOperator;

/**
 * Passes text on after it has been masked, in whole lines: a secret that arrives in pieces is seen as one. What has no
 * line end yet waits for it, or for the end of the stream. Safe for use from any thread.
 */
public final class MaskedStream extends OutputStream {
    private final OutputStream out;
    private final UnaryOperator<String> mask;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();

    private MaskedStream(OutputStream out, UnaryOperator<String> mask) {
        this.out = out;
        this.mask = mask;
    }

    /** UTF-8, whatever the locale: names of days and check marks are part of the output. */
    public static PrintStream over(OutputStream out, UnaryOperator<String> mask) {
        return new PrintStream(new MaskedStream(out, mask), true, StandardCharsets.UTF_8);
    }

    @Override
    public synchronized void write(int b) throws IOException {
        line.write(b);
        if (b == '\n') {
            pass();
        }
    }

    @Override
    public synchronized void write(byte[] bytes, int from, int length) throws IOException {
        for (int i = from; i < from + length; i++) {
            write(bytes[i]);
        }
    }

    @Override
    public synchronized void flush() throws IOException {
        out.flush();
    }

    private void pass() throws IOException {
        if (line.size() > 0) {
            out.write(mask.apply(line.toString(StandardCharsets.UTF_8)).getBytes(StandardCharsets.UTF_8));
            line.reset();
        }
    }

    /** Passes the rest on; what is behind stays open. */
    @Override
    public synchronized void close() throws IOException {
        pass();
        flush();
    }
}
