package dev.primus.server.run;

import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Whether the tests' process, and so what it starts, hears of hang-ups at all. */
public final class HangUps {
    private HangUps() {}

    public static void mustReachUs() throws IOException {
        boolean ignored = Files.readAllLines(Path.of("/proc/self/status")).stream()
                .filter(line -> line.startsWith("SigIgn:"))
                .anyMatch(line -> (Long.parseUnsignedLong(line.substring(7).strip(), 16) & 1) != 0);
        assumeFalse(
                ignored,
                "skipped: this process was started by nohup or the like, so HUP reaches neither it nor what it starts");
    }
}
