package dev.primus.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The kernel's list of processes, as Linux shows it in {@code /proc}. */
public record Proc(Path root) {
    public static final Proc OF_THIS_HOST = new Proc(Path.of("/proc"));

    /** Whether there is such a list at all. */
    public boolean isReadable() {
        return Files.isReadable(root.resolve("self").resolve("stat"));
    }

    /** Empty if there is no such process. */
    public Optional<ProcessStat> stat(long pid) {
        return statIn(root.resolve(Long.toString(pid)));
    }

    public Optional<ProcessStat> ownStat() {
        return statIn(root.resolve("self"));
    }

    private static Optional<ProcessStat> statIn(Path folder) {
        try {
            // A program may give itself any name, in any bytes.
            return ProcessStat.parse(Files.readString(folder.resolve("stat"), StandardCharsets.ISO_8859_1));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    public List<Long> pids() {
        return numbersIn(root);
    }

    /** How many threads a process has left; 0 if it is gone. */
    public int tasks(long pid) {
        return numbersIn(root.resolve(Long.toString(pid)).resolve("task")).size();
    }

    /** The environment a process was started with; empty if it is gone or not ours to read. */
    public String environment(long pid) {
        try {
            return Files.readString(root.resolve(Long.toString(pid)).resolve("environ"), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return "";
        }
    }

    /** Whether both see the same numbers for the same processes. */
    public boolean sharesNamespaceWith(long pid) {
        try {
            Path own = Files.readSymbolicLink(root.resolve("self/ns/pid"));
            return own.equals(Files.readSymbolicLink(root.resolve(pid + "/ns/pid")));
        } catch (IOException | UnsupportedOperationException e) {
            return false;
        }
    }

    private static List<Long> numbersIn(Path folder) {
        List<Long> numbers = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder, "[0-9]*")) {
            entries.forEach(
                    entry -> numbers.add(Long.parseLong(entry.getFileName().toString())));
        } catch (IOException | java.nio.file.DirectoryIteratorException e) {
            return List.of();
        }
        return numbers;
    }
}
