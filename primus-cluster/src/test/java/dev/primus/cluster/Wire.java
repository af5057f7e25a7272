package dev.primus.cluster;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import org.jgroups.Message;
import org.jgroups.Version;
import org.jgroups.stack.IpAddress;
import org.jgroups.util.ByteArrayDataOutputStream;
import org.jgroups.util.Util;

/** Bytes on a node's port, from somebody who does not use our classes, or uses them to do harm. */
final class Wire {
    private Wire() {}

    static InetSocketAddress portOf(PeerSettings settings) {
        return new InetSocketAddress(settings.bindAddress(), settings.bind().port());
    }

    /** Sends these bytes and reads until the other end hangs up. */
    static byte[] sendRaw(PeerSettings to, byte[] bytes) throws IOException {
        try (Socket socket = new Socket()) {
            socket.connect(portOf(to));
            socket.setSoTimeout(5_000);
            socket.getOutputStream().write(bytes);
            return socket.getInputStream().readAllBytes();
        } catch (java.net.SocketException reset) {
            return new byte[0]; // it hung up before it had read all
        }
    }

    /** A connection of somebody who knows the secret, past the greeting of JGroups. */
    static PeerSocket proved(PeerSettings to, Doorkeeper keeper) throws IOException {
        return proved(portOf(to), keeper);
    }

    static PeerSocket proved(InetSocketAddress to, Doorkeeper keeper) throws IOException {
        PeerSocket socket = new PeerSocket(keeper);
        socket.connect(to, 1_000);
        DataOutputStream out = new DataOutputStream(socket.getOutputStream());
        IpAddress self = new IpAddress(InetAddress.getLoopbackAddress(), 1);
        out.write(new byte[] {'b', 'e', 'l', 'a'});
        out.writeShort(Version.version);
        out.writeShort(self.serializedSize());
        self.writeTo(out);
        out.flush();
        return socket;
    }

    static byte[] frame(Message message) throws IOException {
        ByteArrayDataOutputStream body = new ByteArrayDataOutputStream(512).growExponentially(true);
        Util.writeMessage(message, body, false);
        return frame(body.buffer(), body.position());
    }

    static byte[] frame(byte[] body, int length) throws IOException {
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(whole);
        out.writeInt(length);
        out.write(body, 0, length);
        return whole.toByteArray();
    }

    /** Stands between a client and a node and may do something to what the client sends. */
    static final class Middleman implements AutoCloseable {
        private final ServerSocket door = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        private final ByteArrayOutputStream recorded = new ByteArrayOutputStream();
        private final InetSocketAddress node;
        private final int changedByte;

        /** @param changedByte the number of the byte to change, or -1 */
        Middleman(PeerSettings node, int changedByte) throws IOException {
            this.node = portOf(node);
            this.changedByte = changedByte;
            start("middleman", this::serve);
        }

        InetSocketAddress address() {
            return (InetSocketAddress) door.getLocalSocketAddress();
        }

        byte[] recorded() {
            synchronized (recorded) {
                return recorded.toByteArray();
            }
        }

        private void serve() throws IOException {
            Socket client = door.accept();
            Socket server = new Socket(node.getAddress(), node.getPort());
            start("middleman back", () -> server.getInputStream().transferTo(client.getOutputStream()));
            InputStream in = client.getInputStream();
            OutputStream out = server.getOutputStream();
            int number = 0;
            for (int b = in.read(); b >= 0; b = in.read()) {
                synchronized (recorded) {
                    recorded.write(b);
                }
                out.write(number++ == changedByte ? b ^ 1 : b);
            }
            server.close();
        }

        private interface Work {
            void run() throws IOException;
        }

        private static void start(String name, Work work) {
            Thread thread = new Thread(
                    () -> {
                        try {
                            work.run();
                        } catch (IOException over) {
                            // one of the ends is gone
                        }
                    },
                    name);
            thread.setDaemon(true);
            thread.start();
        }

        @Override
        public void close() throws IOException {
            door.close();
        }
    }
}
