package dev.primus.server.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A folder that is gone when it is closed, with all that is in it. */
final class Scratch implements AutoCloseable {
    private final Path folder;

    Scratch() {
        try {
            folder = Files.createTempDirectory("primus-demo-");
        } catch (IOException e) {
            throw new UncheckedIOException("cannot make a folder for temporary files", e);
        }
    }

    Path folder() {
        return folder;
    }

    @Override
    public void close() {
        try (Stream<Path> content = Files.walk(folder)) {
            List<Path> deepestFirst = content.sorted(Comparator.reverseOrder()).toList();
            for (Path path : deepestFirst) {
                Files.deleteIfExists(path);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot remove " + folder, e);
        }
    }
}
