package dev.primus.server.control.socket;

import dev.primus.server.control.Answer;
import dev.primus.server.control.Control;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Lets visitors in, a thread for each, as many as there are chairs. */
final class Visitors implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Visitors.class);
    private static final int CHAIRS = 16;
    private static final long AFTER_A_FAILURE_MILLIS = 100;
    private static final Duration LAST_WORDS = Duration.ofSeconds(2);
    private static final long BETWEEN_LOOKS_MILLIS = 10;

    private final ServerSocketChannel door;
    private final Control control;
    private final Admission admission;
    private final Duration longestSilence;
    private final Set<Visit> present = ConcurrentHashMap.newKeySet();

    Visitors(ServerSocketChannel door, Control control, Admission admission, Duration longestSilence) {
        this.door = door;
        this.control = control;
        this.admission = admission;
        this.longestSilence = longestSilence;
    }

    void start() {
        daemon("primus-control", this::letIn);
    }

    private static void daemon(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }

    private void letIn() {
        while (door.isOpen()) {
            try {
                receive(door.accept());
            } catch (ClosedChannelException e) {
                return;
            } catch (IOException | RuntimeException | Error e) {
                LOG.warn("control socket: a visitor could not be let in: {}", e.toString());
                pause(AFTER_A_FAILURE_MILLIS);
            }
        }
    }

    /** Where there are no file handles left the one we have just been given must not be lost too. */
    private Visit visit(SocketChannel channel) throws IOException {
        try {
            return new Visit(channel, control, admission, longestSilence);
        } catch (IOException | RuntimeException | Error e) {
            channel.close();
            throw e;
        }
    }

    private void receive(SocketChannel channel) throws IOException {
        Visit visit = visit(channel);
        if (present.size() >= CHAIRS) {
            visit.turnAway(new Answer.Mistake(
                    Answer.Mistake.Kind.BUSY, "%d others are being answered: try again".formatted(CHAIRS)));
            return;
        }
        present.add(visit);
        try {
            daemon("primus-control-visit", () -> {
                try {
                    visit.run();
                } finally {
                    present.remove(visit);
                }
            });
        } catch (Error noThread) {
            present.remove(visit);
            visit.close();
            throw noThread;
        }
    }

    /** No busy loop, whatever it waits for; false if interrupted. */
    private static boolean pause(long millis) {
        try {
            Thread.sleep(millis);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** An act may be what ends the node: who asked for it should hear that it is done, if that takes no longer than this. */
    @Override
    public void close() {
        control.hurry();
        present.forEach(Visit::leave);
        long end = System.nanoTime() + LAST_WORDS.toNanos();
        while (!present.isEmpty() && System.nanoTime() - end < 0 && pause(BETWEEN_LOOKS_MILLIS)) {
            // They are about to go.
        }
        present.forEach(Visit::close);
    }
}
