package dev.primus.cluster;

import dev.primus.core.NodeId;
import dev.primus.core.spi.PeerLink;
import dev.primus.core.spi.PeerMessage;
import dev.primus.core.spi.PeerView;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Brings views and messages to the ear, one at a time and in order, on one thread. Messages are dropped when it is full. */
final class Mailbox {
    private static final Logger LOG = LoggerFactory.getLogger("dev.primus.cluster");
    private static final int MOST_MESSAGES = 4_096;

    private final PeerLink.Ear ear;
    private final Drops drops;
    private final BlockingQueue<Runnable> news = new LinkedBlockingQueue<>();
    private final AtomicInteger messages = new AtomicInteger();
    private final CountDownLatch firstView = new CountDownLatch(1);
    private final Thread thread = Daemons.thread("primus-peers-ear", this::run);
    private volatile boolean closed;

    Mailbox(PeerLink.Ear ear, Drops drops) {
        this.ear = ear;
        this.drops = drops;
    }

    void start() {
        thread.start();
    }

    void viewed(PeerView view) {
        news.add(() -> {
            ear.viewed(view);
            firstView.countDown();
        });
    }

    void heard(NodeId from, PeerMessage message) {
        if (messages.incrementAndGet() > MOST_MESSAGES) {
            messages.decrementAndGet();
            drops.count(Dropped.EAR_BUSY, from);
            return;
        }
        news.add(() -> {
            messages.decrementAndGet();
            ear.heard(from, message);
        });
    }

    boolean awaitFirstView(long millis) throws InterruptedException {
        return firstView.await(millis, TimeUnit.MILLISECONDS);
    }

    private void run() {
        try {
            while (!closed) {
                tell(news.take());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void tell(Runnable piece) {
        try {
            piece.run();
        } catch (RuntimeException e) {
            LOG.error("a listener to the peers failed; what comes next is told all the same", e);
        }
    }

    /** Nothing is told any more once this returns, unless it is called from the ear itself. */
    void close() {
        closed = true;
        if (Thread.currentThread() == thread) {
            return;
        }
        thread.interrupt();
        try {
            thread.join(1_000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
