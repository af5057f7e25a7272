package dev.primus.deathwatch.companion;

/**
 * Ignores the signals that end or, as Ctrl-Z does, stop a whole group of processes: whoever ends the process says BYE to
 * its companion, and if it cannot, the companion is needed; and so it is while the process is stopped. By reflection, since the class behind it is no part of the Java standard.
 */
final class Deaf {
    private Deaf() {}

    static void toStopSignals() {
        for (String name : new String[] {"TERM", "INT", "HUP", "TSTP"}) {
            try {
                Class<?> signal = Class.forName("sun.misc.Signal");
                Class<?> handler = Class.forName("sun.misc.SignalHandler");
                signal.getMethod("handle", signal, handler)
                        .invoke(
                                null,
                                signal.getConstructor(String.class).newInstance(name),
                                handler.getField("SIG_IGN").get(null));
            } catch (ReflectiveOperationException | RuntimeException e) {
                // Then such a signal ends it, which costs speed and no safety.
            }
        }
    }
}
