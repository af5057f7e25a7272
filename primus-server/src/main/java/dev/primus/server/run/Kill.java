package dev.primus.server.run;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Sends signals that Java has no words for, by the shell's own {@code kill}. */
final class Kill {
    private static final int PATIENCE_SECONDS = 2;

    /**
     * Why it may not have been sent; empty if it was.
     *
     * @param target a process, or with a minus a whole group
     */
    Optional<String> send(String signal, long target) {
        try {
            Process kill = new ProcessBuilder(
                            "/bin/sh", "-c", "kill -s \"$1\" -- \"$2\"", "kill", signal, Long.toString(target))
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (!kill.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                return Optional.of("kill has not ended within %d s".formatted(PATIENCE_SECONDS));
            }
            return kill.exitValue() == 0
                    ? Optional.empty()
                    : Optional.of("kill ended with %d".formatted(kill.exitValue()));
        } catch (IOException e) {
            // TERM and KILL, which matter most, need no shell.
            return Optional.of("no shell to send it with: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.of("interrupted");
        }
    }
}
