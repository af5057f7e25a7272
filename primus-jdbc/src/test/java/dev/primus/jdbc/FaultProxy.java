package dev.primus.jdbc;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A TCP proxy that can swallow everything, or let a request through and lose its reply. */
final class FaultProxy implements AutoCloseable {
    private final ServerSocket door;
    private final int target;
    private final List<Socket> open = new CopyOnWriteArrayList<>();
    private volatile boolean blackHole;
    private volatile String loseReplyTo = "";

    FaultProxy(int target) throws IOException {
        this.target = target;
        this.door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        start("proxy-door", this::accept);
    }

    int port() {
        return door.getLocalPort();
    }

    /** From now on nothing passes, and nobody is told. */
    void swallowAll() {
        blackHole = true;
    }

    /** The next request that contains this text reaches the server; then the connection breaks. */
    void loseReplyTo(String text) {
        loseReplyTo = text;
    }

    void heal() {
        blackHole = false;
        loseReplyTo = "";
    }

    void cutAll() throws IOException {
        for (Socket socket : open) {
            socket.close();
        }
    }

    private void accept() {
        while (!door.isClosed()) {
            try {
                Socket client = door.accept();
                Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
                open.add(client);
                open.add(server);
                start("proxy-up", () -> pump(client, server, true));
                start("proxy-down", () -> pump(server, client, false));
            } catch (IOException e) {
                return;
            }
        }
    }

    private void pump(Socket from, Socket to, boolean requests) {
        byte[] buffer = new byte[65536];
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            int read = in.read(buffer);
            while (read >= 0) {
                if (!blackHole) {
                    String lose = loseReplyTo;
                    boolean last = requests
                            && !lose.isEmpty()
                            && new String(buffer, 0, read, StandardCharsets.ISO_8859_1).contains(lose);
                    if (last) {
                        blackHole = true;
                    }
                    out.write(buffer, 0, read);
                    out.flush();
                    if (last) {
                        Thread.sleep(200);
                        loseReplyTo = "";
                        blackHole = false;
                        return;
                    }
                }
                read = in.read(buffer);
            }
        } catch (IOException e) {
            // the other direction has closed it
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void start(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        door.close();
        cutAll();
    }
}
