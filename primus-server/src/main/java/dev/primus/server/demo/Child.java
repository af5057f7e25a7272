package dev.primus.server.demo;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * One node in a process of its own. What it says comes out as events; it stops when our end of its standard input
 * closes, so that not even our own sudden death leaves it behind.
 */
final class Child {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int COMPLAINTS_KEPT = 5;

    private final String name;
    private final Process process;
    private final Deque<String> complaints = new ArrayDeque<>();

    private Child(String name, Process process) {
        this.name = name;
        this.process = process;
    }

    static Child start(String name, List<String> command, Map<String, String> environment, Consumer<Event> events)
            throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().putAll(environment);
        Child child = new Child(name, builder.start());
        child.thread("events", () -> child.readEvents(events));
        child.thread("complaints", child::readComplaints);
        return child;
    }

    private void thread(String what, Runnable body) {
        Thread thread = new Thread(body, "demo-" + name + "-" + what);
        thread.setDaemon(true);
        thread.start();
    }

    private void readEvents(Consumer<Event> events) {
        eachLine(process.getInputStream(), line -> {
            long at = System.nanoTime();
            try {
                events.accept(Event.of(name, JSON.readTree(line), at));
            } catch (JsonProcessingException e) {
                complain(line);
            }
        });
        events.accept(Event.exited(name, exitCode(), System.nanoTime()));
    }

    private int exitCode() {
        try {
            return process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return -1;
        }
    }

    private void readComplaints() {
        eachLine(process.getErrorStream(), this::complain);
    }

    private static void eachLine(InputStream stream, Consumer<String> reader) {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                reader.accept(line);
            }
        } catch (IOException e) {
            // the process is gone, and its pipe with it
        }
    }

    private synchronized void complain(String line) {
        complaints.addLast(line);
        if (complaints.size() > COMPLAINTS_KEPT) {
            complaints.removeFirst();
        }
    }

    /** The last things it said on stderr. */
    synchronized List<String> complaints() {
        return List.copyOf(complaints);
    }

    long pid() {
        return process.pid();
    }

    /** SIGKILL: the process has no say in it. */
    void kill() {
        process.toHandle().destroyForcibly();
    }

    /** SIGTERM: the process is asked to leave. By its handle, since its own method would also stop our listening. */
    void terminate() {
        process.toHandle().destroy();
    }

    /** Sees to it that the process is gone when this returns. */
    void end(Duration patience) {
        terminate();
        try {
            if (!process.waitFor(patience.toNanos(), TimeUnit.NANOSECONDS)) {
                process.destroyForcibly();
                process.waitFor(1, TimeUnit.SECONDS);
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
