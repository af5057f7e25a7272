package dev.primus.cluster;

import dev.primus.core.spi.PeerRelease;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** What the connections of one link have in common: who may come in, how long that may take, and whom it refused. */
final class Doorkeeper implements AutoCloseable {
    private static final int MOST_RELEASES_A_SECOND = 100;

    private final Credentials credentials;
    private final Preset times;
    private final Drops drops;
    private final Map<Object, Dropped> refusals = new ConcurrentHashMap<>();
    private final RateLimit releaseRate = new RateLimit(MOST_RELEASES_A_SECOND, System.nanoTime());
    private volatile BiConsumer<PeerRelease, Consumer<Boolean>> releases = (release, reply) -> reply.accept(false);
    private int calls;
    private final ScheduledThreadPoolExecutor clock =
            new ScheduledThreadPoolExecutor(1, task -> Daemons.thread("primus-peers-door-clock", task));

    Doorkeeper(Credentials credentials, Preset times, Drops drops) {
        this.credentials = credentials;
        this.times = times;
        this.drops = drops;
        clock.setRemoveOnCancelPolicy(true);
    }

    Credentials credentials() {
        return credentials;
    }

    int connectMillis() {
        return times.connect;
    }

    Future<?> unlessInTime(Runnable alarm) {
        return clock.schedule(alarm, times.handshake, TimeUnit.MILLISECONDS);
    }

    /** Somebody answered the phone, and it is not known yet who. */
    synchronized void callBegins() {
        calls++;
    }

    synchronized void callEnds() {
        calls--;
        notifyAll();
    }

    /** Until it is known of all who were called who they are, or the time for that is over. */
    synchronized void awaitCalls() throws InterruptedException {
        long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(times.handshake);
        while (calls > 0) {
            long left = TimeUnit.NANOSECONDS.toMillis(until - System.nanoTime());
            if (left <= 0) {
                return;
            }
            wait(left);
        }
    }

    /** Who decides about releases; none is accepted before it is set. */
    void releasesTo(BiConsumer<PeerRelease, Consumer<Boolean>> decider) {
        this.releases = decider;
    }

    /** Whether a companion's release is accepted, as long as there are not too many and it is decided in time. */
    boolean isAccepted(PeerRelease release) throws IOException {
        if (!releaseRate.mayTake(System.nanoTime())) {
            return false;
        }
        CompletableFuture<Boolean> decision = new CompletableFuture<>();
        releases.accept(release, decision::complete);
        try {
            return decision.get(times.handshake, TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted");
        }
    }

    /** A peer whom this node called and who, or whose bytes, did not fit. */
    void refused(Dropped reason, Object peer) {
        drops.count(reason, peer);
        if (reason.isRefusal() && peer instanceof InetSocketAddress) {
            refusals.put(peer, reason);
        }
    }

    /** A caller that was turned away. */
    void turnedAway(Dropped reason, Object caller) {
        drops.count(reason, caller);
    }

    void tampered(Object whom) {
        drops.count(Dropped.TAMPERED, whom);
    }

    /** The peers that were called and did not fit; only those that are in the settings or were told by members. */
    Map<Object, Dropped> refusals() {
        return Map.copyOf(refusals);
    }

    static void closeQuietly(Socket socket) {
        try {
            socket.close();
        } catch (IOException ignored) {
            // it is gone one way or the other
        }
    }

    @Override
    public void close() {
        clock.shutdownNow();
    }
}
