package dev.primus.nemesis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

/**
 * A resource limit of a running process, changed from outside with {@code prlimit} of util-linux. Only the soft limit
 * changes, so that it can be raised again.
 */
record ResourceLimit(long pid, String resource) {
    private static final int PATIENCE_SECONDS = 10;

    static ResourceLimit descriptorsOf(long pid) {
        return of(pid, "nofile");
    }

    static ResourceLimit of(long pid, String resource) {
        assumeTrue(
                hasPrlimit(), "prlimit (util-linux) is not installed: limits of running processes cannot be changed");
        return new ResourceLimit(pid, resource);
    }

    private static boolean hasPrlimit() {
        try {
            return new ProcessBuilder("prlimit", "--version")
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    void set(long limit) throws IOException, InterruptedException {
        Process prlimit = new ProcessBuilder(
                        "prlimit", "--pid", Long.toString(pid), "--" + resource + "=" + limit + ":")
                .redirectErrorStream(true)
                .start();
        String said = new String(prlimit.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        assertThat(prlimit.waitFor()).as(said).isZero();
    }
}
