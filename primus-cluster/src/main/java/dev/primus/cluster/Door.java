package dev.primus.cluster;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A server socket that gives out proved connections only. Whoever is slow to show who it is waits on a thread of its own,
 * not on the one that accepts; there are few such threads, fewer still for one address, and they hold no more than the
 * bytes of a handshake.
 */
final class Door extends ServerSocket {
    private static final int MOST_WAITING = 32;
    private static final int MOST_WAITING_OF_ONE = 16;
    private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(20);

    private final Doorkeeper keeper;
    private final BlockingQueue<PeerSocket> proved = new LinkedBlockingQueue<>();
    private final Map<InetAddress, Integer> waiting = new HashMap<>();
    private final ThreadPoolExecutor provers = new ThreadPoolExecutor(
            0,
            MOST_WAITING,
            5,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            task -> Daemons.thread("primus-peers-prover", task));

    Door(Doorkeeper keeper) throws IOException {
        this.keeper = keeper;
    }

    @Override
    public void bind(SocketAddress address, int backlog) throws IOException {
        super.bind(address, backlog);
        Daemons.thread("primus-peers-door", this::letIn).start();
    }

    @Override
    public Socket accept() throws IOException {
        try {
            PeerSocket socket = proved.take();
            if (isClosed()) {
                Doorkeeper.closeQuietly(socket);
                throw new SocketException("closed");
            }
            return socket;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SocketException("interrupted");
        }
    }

    private void letIn() {
        while (!isClosed()) {
            PeerSocket socket = new PeerSocket(keeper);
            try {
                implAccept(socket);
            } catch (IOException e) {
                Doorkeeper.closeQuietly(socket);
                LockSupport.parkNanos(PAUSE); // too many open files, perhaps; or closed
                continue;
            }
            if (mayWait(socket.getInetAddress())) {
                prove(socket);
            } else {
                keeper.turnedAway(Dropped.TOO_MANY, socket.getRemoteSocketAddress());
                Doorkeeper.closeQuietly(socket);
            }
        }
    }

    private void prove(PeerSocket socket) {
        InetAddress from = socket.getInetAddress();
        try {
            provers.execute(() -> {
                try {
                    proveAndGiveOut(socket);
                } finally {
                    waitsNoMore(from);
                }
            });
        } catch (RejectedExecutionException full) {
            waitsNoMore(from);
            keeper.turnedAway(Dropped.TOO_MANY, socket.getRemoteSocketAddress());
            Doorkeeper.closeQuietly(socket);
        }
    }

    private void proveAndGiveOut(PeerSocket socket) {
        Object whom = socket.getRemoteSocketAddress();
        try {
            socket.prove(false);
            if (!socket.isRelease()) {
                proved.add(socket);
            }
        } catch (Refused refused) {
            keeper.turnedAway(refused.reason(), whom);
        } catch (IOException | RuntimeException broken) {
            keeper.turnedAway(Dropped.NOT_A_PEER, whom);
            Doorkeeper.closeQuietly(socket);
        }
    }

    private boolean mayWait(InetAddress from) {
        synchronized (waiting) {
            int already = waiting.getOrDefault(from, 0);
            if (already == MOST_WAITING_OF_ONE) {
                return false;
            }
            waiting.put(from, already + 1);
            return true;
        }
    }

    private void waitsNoMore(InetAddress from) {
        synchronized (waiting) {
            waiting.computeIfPresent(from, (address, count) -> count == 1 ? null : count - 1);
        }
    }

    @Override
    public void close() throws IOException {
        super.close();
        provers.shutdownNow();
        for (PeerSocket socket = proved.poll(); socket != null; socket = proved.poll()) {
            Doorkeeper.closeQuietly(socket);
        }
    }
}
