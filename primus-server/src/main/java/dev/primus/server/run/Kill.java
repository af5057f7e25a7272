package dev.primus.server.run;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

/** Sends signals that Java has no words for, by the shell's own {@code kill}. */
final class Kill {
    private static final int PATIENCE_SECONDS = 2;

    /** @param target a process, or with a minus a whole group */
    void send(String signal, long target) {
        try {
            Process kill = new ProcessBuilder(
                            "/bin/sh", "-c", "kill -s \"$1\" -- \"$2\"", "kill", signal, Long.toString(target))
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            kill.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (IOException e) {
            // No shell to send it with; TERM and KILL, which matter most, need none.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
