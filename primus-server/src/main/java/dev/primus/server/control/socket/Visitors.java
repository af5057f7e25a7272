package dev.primus.server.control.socket;

import dev.primus.server.control.Answer;
import dev.primus.server.control.Control;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Lets visitors in, a thread for each, as many as there are chairs. */
final class Visitors implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Visitors.class);
    private static final int CHAIRS = 16;
    private static final long AFTER_A_FAILURE_MILLIS = 100;

    private final ServerSocketChannel door;
    private final Control control;
    private final Admission admission;
    private final Set<Visit> present = ConcurrentHashMap.newKeySet();

    Visitors(ServerSocketChannel door, Control control, Admission admission) {
        this.door = door;
        this.control = control;
        this.admission = admission;
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
                pause();
            }
        }
    }

    /** Where there are no file handles left the one we have just been given must not be lost too. */
    private Visit visit(SocketChannel channel) throws IOException {
        try {
            return new Visit(channel, control, admission);
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

    /** No busy loop if, say, the process has no file handles left. */
    private static void pause() {
        try {
            Thread.sleep(AFTER_A_FAILURE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        present.forEach(Visit::close);
    }
}
