package dev.primus.server.demo;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** The nodes: starts and ends their processes, and hears all they say. Belongs to the demo's thread. */
final class Cast implements AutoCloseable {
    private static final Duration GLANCE = Duration.ofMillis(100);
    private static final Duration PATIENCE_AT_END = Duration.ofSeconds(3);

    /** How to start a node by its name. */
    @FunctionalInterface
    interface Starter {
        Child start(String name, Consumer<Event> events) throws IOException;
    }

    private final Starter starter;
    private final Map<String, Player> players = new LinkedHashMap<>();
    private final BlockingQueue<Event> news = new LinkedBlockingQueue<>();
    private final List<Event> heard = new ArrayList<>();
    private final List<Consumer<Event>> audience = new ArrayList<>();
    private Runnable glance = () -> {};
    private volatile boolean stopped;

    Cast(List<String> names, Starter starter) {
        this.starter = starter;
        names.forEach(name -> players.put(name, new Player(name)));
    }

    void onEvent(Consumer<Event> listener) {
        audience.add(listener);
    }

    /** Has {@code action} done every now and then while something is awaited. */
    void onGlance(Runnable action) {
        glance = action;
    }

    /** From any thread: whatever is awaited, stop waiting. */
    void stop() {
        stopped = true;
    }

    List<Player> players() {
        return List.copyOf(players.values());
    }

    Player player(String name) {
        Player player = players.get(name);
        if (player == null) {
            throw new IllegalArgumentException("no player " + name);
        }
        return player;
    }

    Player start(String name) throws IOException {
        Player player = player(name);
        player.began(starter.start(name, news::add));
        return player;
    }

    /** All that was heard. */
    List<Event> heard() {
        return List.copyOf(heard);
    }

    /** A point in all that was heard, to search from. */
    int mark() {
        return heard.size();
    }

    /**
     * Hears everything until something since {@code mark} is as wanted; fails when that takes too long or a process ends
     * unasked. The first that fits is returned, however often it was passed over in search of something else.
     */
    Event await(String what, Duration most, int mark, Predicate<Event> wanted) throws StepFailed, InterruptedException {
        long deadline = System.nanoTime() + most.toNanos();
        int next = mark;
        while (true) {
            for (; next < heard.size(); next++) {
                if (wanted.test(heard.get(next))) {
                    return heard.get(next);
                }
                failIfUnasked(heard.get(next));
            }
            if (System.nanoTime() > deadline) {
                throw new StepFailed("%s did not happen within %d s".formatted(what, most.toSeconds()));
            }
            listen();
        }
    }

    /** Hears everything until something holds that nobody says; fails as {@link #await} does. */
    void until(String what, Duration most, BooleanSupplier holds) throws StepFailed, InterruptedException {
        long deadline = System.nanoTime() + most.toNanos();
        int next = mark();
        while (!holds.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                throw new StepFailed("%s did not happen within %d s".formatted(what, most.toSeconds()));
            }
            listen();
            for (; next < heard.size(); next++) {
                failIfUnasked(heard.get(next));
            }
        }
    }

    /** Hears what is said for a while. */
    void pass(Duration span) throws InterruptedException {
        for (long end = System.nanoTime() + span.toNanos(); System.nanoTime() < end; ) {
            listen();
        }
    }

    private void listen() throws InterruptedException {
        if (stopped) {
            throw new InterruptedException("stopped");
        }
        Event event = news.poll(GLANCE.toMillis(), TimeUnit.MILLISECONDS);
        if (event != null) {
            hear(event);
        }
        glance.run();
    }

    private void hear(Event event) {
        heard.add(event);
        player(event.player()).heard(event);
        audience.forEach(listener -> listener.accept(event));
    }

    private void failIfUnasked(Event event) throws StepFailed {
        Player player = player(event.player());
        if (event.kind().equals(Event.EXITED) && !player.isDismissed()) {
            List<String> complaints = player.process().complaints();
            throw new StepFailed("%s ended by itself with exit code %s%s"
                    .formatted(
                            event.player(),
                            event.reason(),
                            complaints.isEmpty() ? "" : ": " + String.join(" / ", complaints)));
        }
    }

    /** Ends every process that still runs; returns when they are gone. */
    @Override
    public void close() {
        List<Thread> endings = new ArrayList<>();
        for (Player player : players.values()) {
            Child child = player.child();
            if (child != null) {
                Thread ending = new Thread(() -> child.end(PATIENCE_AT_END), "demo-end-" + player.name());
                ending.start();
                endings.add(ending);
            }
        }
        endings.forEach(Cast::join);
    }

    private static void join(Thread thread) {
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
