package dev.primus.nemesis;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The wire between one contender and its database, on the loopback. It can swallow everything in both directions without
 * closing anything, as a firewall does that forgot a connection; what was swallowed is delivered when it opens again, as
 * a network does. And it can cut a connection just after a request went through, so that the server has done what was
 * asked and the client will never know.
 */
final class Proxy implements AutoCloseable {
    private enum Mode {
        OPEN,
        BLACK_HOLE,
        CUT_SOME_REPLIES
    }

    private volatile int target;
    private final ServerSocket door;
    private final Random chance;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final AtomicInteger cuts = new AtomicInteger();
    private Mode mode = Mode.OPEN;
    private volatile boolean closed;

    Proxy(int target, long seed) throws IOException {
        this.target = target;
        this.chance = new Random(seed);
        this.door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        start(this::welcome);
    }

    int port() {
        return door.getLocalPort();
    }

    int cuts() {
        return cuts.get();
    }

    void open() {
        set(Mode.OPEN);
    }

    /** From the return of this call on nothing passes. */
    void blackHole() {
        set(Mode.BLACK_HOLE);
    }

    void cutSomeReplies() {
        set(Mode.CUT_SOME_REPLIES);
    }

    /** From now on the way leads to another server, as when an address moves; who was connected to the old one is cut. */
    void leadTo(int other) {
        target = other;
        hangUp(sockets.toArray(Socket[]::new));
    }

    private synchronized void set(Mode next) {
        mode = next;
        notifyAll();
    }

    private static void start(Runnable task) {
        Thread thread = new Thread(task, "proxy");
        thread.setDaemon(true);
        thread.start();
    }

    private void welcome() {
        while (!closed) {
            try {
                Socket client = door.accept();
                sockets.add(client);
                start(() -> connect(client));
            } catch (IOException e) {
                return;
            }
        }
    }

    /** A server that is down is noticed by the client as a connection that is closed at once. */
    private void connect(Socket client) {
        Socket server = new Socket();
        try {
            awaitPassage();
            server.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), target));
        } catch (IOException e) {
            hangUp(client, server);
            return;
        }
        sockets.add(server);
        start(() -> pump(client, server, false));
        start(() -> pump(server, client, true));
    }

    private void pump(Socket from, Socket to, boolean replies) {
        byte[] bytes = new byte[8192];
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int length = in.read(bytes); length >= 0; length = in.read(bytes)) {
                if (!passes(out, bytes, length, replies)) {
                    break;
                }
            }
            awaitPassage();
        } catch (IOException e) {
            // the other end is gone, and so this one goes
        } finally {
            hangUp(from, to);
        }
    }

    /** Under the lock, so that nothing is on its way once {@link #blackHole} has returned. */
    private synchronized boolean passes(OutputStream out, byte[] bytes, int length, boolean reply) throws IOException {
        awaitPassage();
        if (reply && mode == Mode.CUT_SOME_REPLIES && chance.nextInt(5) == 0) {
            cuts.incrementAndGet();
            return false;
        }
        out.write(bytes, 0, length);
        out.flush();
        return true;
    }

    private synchronized void awaitPassage() throws IOException {
        while (mode == Mode.BLACK_HOLE && !closed) {
            try {
                wait();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
        }
    }

    private void hangUp(Socket... both) {
        for (Socket socket : both) {
            sockets.remove(socket);
            try {
                socket.close();
            } catch (IOException e) {
                // it is closed as far as we can
            }
        }
    }

    @Override
    public void close() throws IOException {
        closed = true;
        open();
        door.close();
        hangUp(sockets.toArray(Socket[]::new));
    }
}
