package dev.primus.nemesis;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * Appends whole lines, each by one write to the operating system: what was written outlives a kill -9 of the writer, and
 * only the last line can be torn. Safe for use from any thread.
 */
final class JournalWriter {
    /** Not a channel: the first interrupt of a duty would close that for everybody. */
    private final FileOutputStream file;

    JournalWriter(Path path) throws IOException {
        this.file = new FileOutputStream(path.toFile(), true);
    }

    /** Words without blanks in them; the first says what it is. */
    void note(Object... words) {
        StringBuilder line = new StringBuilder();
        for (Object word : words) {
            line.append(line.isEmpty() ? "" : " ").append(word);
        }
        line(line.toString());
    }

    /** A process that cannot say what it believes must not go on: silence would look like innocence. */
    synchronized void line(String text) {
        try {
            file.write((text + "\n").getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            System.err.println("journal: " + e);
            Runtime.getRuntime().halt(4);
        }
    }
}
