package dev.primus.server.control.socket;

import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Goes in by a socket without ever waiting in front of it: a process that stands still lets nobody in, but it lives. */
final class Door {
    private Door() {}

    /**
     * The way in, not blocking; null if the owner lives and there is no room in its queue.
     *
     * @throws ConnectException if its owner is dead
     */
    static @Nullable SocketChannel enter(Path path) throws IOException {
        SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            channel.configureBlocking(false);
            if (channel.connect(UnixDomainSocketAddress.of(path))) {
                return channel;
            }
            channel.close();
            return null;
        } catch (ConnectException dead) {
            channel.close();
            throw dead;
        } catch (SocketException e) {
            channel.close();
            // Some JDKs tell a full queue by this, without a type of its own; a file that is gone or closed to us as
            // well.
            if (Files.isWritable(path)) {
                return null;
            }
            throw e;
        }
    }
}
