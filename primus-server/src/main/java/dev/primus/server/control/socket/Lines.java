package dev.primus.server.control.socket;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Lines of text over a channel, each way with a limit in time and, when reading, in length. Not safe for use from several
 * threads.
 */
final class Lines implements AutoCloseable {

    /** The other side says nothing, or does not listen. */
    static final class TooSlow extends IOException {
        private static final long serialVersionUID = 1L;

        TooSlow(Duration most) {
            super("nothing within %d ms".formatted(most.toMillis()));
        }
    }

    /** A line without an end. */
    static final class TooLong extends IOException {
        private static final long serialVersionUID = 1L;

        TooLong(int longest) {
            super("a line of more than %d bytes".formatted(longest));
        }
    }

    private final SocketChannel channel;
    private final Selector selector;
    private final SelectionKey key;
    private final int longest;
    private final ByteBuffer arrived = ByteBuffer.allocate(4096).flip();

    Lines(SocketChannel channel, int longest) throws IOException {
        this.channel = channel;
        this.longest = longest;
        channel.configureBlocking(false);
        this.selector = Selector.open();
        this.key = channel.register(selector, 0);
    }

    /** The next line without its end; null if the other side has hung up. */
    @Nullable
    String read(Duration most) throws IOException {
        long end = System.nanoTime() + most.toNanos();
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        while (true) {
            while (arrived.hasRemaining()) {
                byte next = arrived.get();
                if (next == '\n') {
                    return line.toString(StandardCharsets.UTF_8);
                }
                line.write(next);
                if (line.size() > longest) {
                    throw new TooLong(longest);
                }
            }
            arrived.clear();
            int count = channel.read(arrived);
            arrived.flip();
            if (count < 0) {
                return null;
            }
            if (count == 0) {
                await(SelectionKey.OP_READ, end, most);
            }
        }
    }

    void write(String line, Duration most) throws IOException {
        long end = System.nanoTime() + most.toNanos();
        ByteBuffer bytes = ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.UTF_8));
        while (bytes.hasRemaining()) {
            if (channel.write(bytes) == 0) {
                await(SelectionKey.OP_WRITE, end, most);
            }
        }
    }

    private void await(int what, long end, Duration most) throws IOException {
        long millis = (end - System.nanoTime()) / 1_000_000;
        if (millis <= 0) {
            throw new TooSlow(most);
        }
        try {
            key.interestOps(what);
        } catch (CancelledKeyException closedByAnother) {
            throw new ClosedChannelException();
        }
        selector.select(millis);
        selector.selectedKeys().clear();
        if (Thread.currentThread().isInterrupted()) {
            throw new IOException("interrupted");
        }
    }

    /** From another thread: who waits looks again. A channel that is closed does not wake its selector by itself. */
    void wake() {
        selector.wakeup();
    }

    @Override
    public void close() throws IOException {
        try (channel;
                selector) {
            key.cancel();
        }
    }
}
