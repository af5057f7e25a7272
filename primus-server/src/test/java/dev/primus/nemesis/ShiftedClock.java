package dev.primus.nemesis;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;

/** Shows a process a wall clock that runs like the host's, but is ahead of it or behind. Compiled by the system's {@code cc}. */
final class ShiftedClock {
    private final Path library;
    private final Duration ahead;

    ShiftedClock(Path folder, Duration ahead) throws IOException, InterruptedException {
        this.library = folder.resolve("shifted-clock.so");
        this.ahead = ahead;
        Path source = folder.resolve("shifted-clock.c");
        try (InputStream code = ShiftedClock.class.getResourceAsStream("shifted-clock.c")) {
            Files.copy(Objects.requireNonNull(code), source);
        }
        Process compiler = new ProcessBuilder(
                        "cc", "-shared", "-fPIC", "-O1", "-o", library.toString(), source.toString(), "-ldl")
                .inheritIO()
                .start();
        if (compiler.waitFor() != 0) {
            throw new IOException("cc cannot compile " + source);
        }
    }

    Map<String, String> environment() {
        return Map.of("LD_PRELOAD", library.toString(), "SHIFTED_CLOCK_SECONDS", Long.toString(ahead.toSeconds()));
    }
}
