package dev.primus.server.run;

import dev.primus.server.settings.SecretVariable;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A command that says by its exit code whether this node is fit to lead; one that does not answer in time says no.
 *
 * @param command a line for the shell
 */
public record HealthCheck(String command, Duration timeout, Map<String, String> environment) {
    private static final int NO_ANSWER = -1;

    /** Runs it once. */
    public boolean isHealthy() throws InterruptedException {
        return run() == 0;
    }

    private int run() throws InterruptedException {
        ProcessBuilder builder = new ProcessBuilder("/bin/sh", "-c", command)
                .redirectInput(ProcessBuilder.Redirect.from(new java.io.File("/dev/null")))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.INHERIT);
        SecretVariable.removeFrom(builder.environment());
        builder.environment().putAll(environment);
        Process check;
        try {
            check = builder.start();
        } catch (IOException e) {
            return NO_ANSWER;
        }
        try {
            return check.waitFor(timeout.toNanos(), TimeUnit.NANOSECONDS) ? check.exitValue() : NO_ANSWER;
        } finally {
            check.descendants().forEach(ProcessHandle::destroyForcibly);
            check.destroyForcibly();
        }
    }
}
