package dev.primus.server.talk;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * TERM and INT as a request: the first one calls back, the second one ends the process at once. The JVM's own way, a
 * shutdown hook, is deaf to the second. The class behind this is public but not part of the Java standard, so it is
 * reached by reflection; where it is missing, a hook does what it can.
 */
public final class Signals {
    private static final int SIGNALLED = 128;
    private static final int INT = 2;
    private static final int TERM = 15;
    private static final Map<String, Integer> NUMBERS =
            Map.of("HUP", 1, "INT", INT, "QUIT", 3, "USR1", 10, "USR2", 12, "TERM", TERM, "WINCH", 28);
    private static final Set<String> STOPS = Set.of("TERM", "INT");

    private Signals() {}

    /** Calls {@code stop} with the signal's name ({@code TERM} or {@code INT}) at the first signal. */
    public static void onStop(Consumer<String> stop) {
        AtomicBoolean asked = new AtomicBoolean();
        try {
            handle("TERM", asked, stop);
            handle("INT", asked, stop);
        } catch (ReflectiveOperationException | IllegalArgumentException e) {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> stop.accept("TERM"), "primus-stop"));
        }
    }

    /** Who hears of signals. */
    @FunctionalInterface
    public interface Ear {
        void hear(String name, int number, boolean asksToStop);
    }

    /** Calls {@code ear} at every signal that can be caught; QUIT is the JVM's own. */
    public static void onEach(Ear ear) {
        NUMBERS.forEach((name, number) -> {
            try {
                handle(name, heard -> ear.hear(heard, number, STOPS.contains(heard)));
            } catch (ReflectiveOperationException | IllegalArgumentException e) {
                // This JVM does not give it away.
            }
        });
    }

    /** What a shell expects of a process that such a signal ended. */
    public static int exitCode(String name) {
        return SIGNALLED + (name.equals("INT") ? INT : TERM);
    }

    private static void handle(String name, AtomicBoolean asked, Consumer<String> stop)
            throws ReflectiveOperationException {
        handle(name, heard -> {
            if (!asked.compareAndSet(false, true)) {
                Runtime.getRuntime().halt(exitCode(name));
            }
            stop.accept(name);
        });
    }

    private static void handle(String name, Consumer<String> ear) throws ReflectiveOperationException {
        Class<?> signal = Class.forName("sun.misc.Signal");
        Class<?> handler = Class.forName("sun.misc.SignalHandler");
        InvocationHandler react = (proxy, method, args) -> {
            if (!method.getName().equals("handle")) {
                return method.getName().equals("hashCode") ? (Object) System.identityHashCode(proxy) : null;
            }
            ear.accept(name);
            return null;
        };
        Object proxy = Proxy.newProxyInstance(handler.getClassLoader(), new Class<?>[] {handler}, react);
        signal.getMethod("handle", signal, handler)
                .invoke(null, signal.getConstructor(String.class).newInstance(name), proxy);
    }
}
