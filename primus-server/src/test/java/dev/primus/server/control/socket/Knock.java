package dev.primus.server.control.socket;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;

/** Another user's process at a node's door; needs nothing but the JDK, since it may read little else. */
final class Knock {
    static final String BEGINS = "knocking: ";

    private Knock() {}

    public static void main(String[] args) {
        System.out.print(BEGINS);
        try (SocketChannel door = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            door.connect(UnixDomainSocketAddress.of(args[0]));
            ByteBuffer answer = ByteBuffer.allocate(4096);
            while (door.read(answer) >= 0) {
                // It says why it hangs up.
            }
            System.out.print(new String(answer.array(), 0, answer.position(), StandardCharsets.UTF_8).strip());
        } catch (IOException e) {
            System.out.print(e);
        }
    }
}
