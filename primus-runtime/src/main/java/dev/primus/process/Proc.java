package dev.primus.process;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The kernel's list of processes, as Linux shows it in {@code /proc}. Each read needs one file descriptor at most; whether
 * a process is gone is decided by stat(2), which needs none.
 */
public record Proc(Path root) {
    public static final Proc OF_THIS_HOST = new Proc(Path.of("/proc"));

    private static final String SELF = Long.toString(ProcessHandle.current().pid());
    private static final int CHUNK = 8192;

    /** Reads something about a process, or fails as the kernel does. */
    @FunctionalInterface
    private interface Reader<T> {
        T read(Path folder) throws IOException;
    }

    /** Whether there is such a list at all. */
    public boolean isReadable() {
        return Files.isReadable(root.resolve("self").resolve("stat"));
    }

    public ProcRead<ProcessStat> stat(long pid) {
        return read(pid, "stat", Proc::statIn);
    }

    public ProcRead<ProcessStat> ownStat() {
        try {
            return new ProcRead.Found<>(statIn(root.resolve("self")));
        } catch (IOException e) {
            return unknown("self/stat", e);
        }
    }

    private static ProcessStat statIn(Path folder) throws IOException {
        // A program may give itself any name, in any bytes.
        String line = Files.readString(folder.resolve("stat"), StandardCharsets.ISO_8859_1);
        return ProcessStat.parse(line).orElseThrow(() -> new IOException("not in the format of proc(5)"));
    }

    /** All processes. A list without this process is no list: it is of another namespace, or incomplete. */
    public ProcRead<List<Long>> pids() {
        try {
            List<Long> all = numbersIn(root);
            return all.contains(Long.parseLong(SELF))
                    ? new ProcRead.Found<>(all)
                    : new ProcRead.Unknown<>("%s lacks this process, %s".formatted(root, SELF));
        } catch (IOException e) {
            return unknown("", e);
        }
    }

    /** How many threads a process has. */
    public ProcRead<Integer> tasks(long pid) {
        return read(pid, "task", folder -> numbersIn(folder.resolve("task")).size());
    }

    /** Whether the environment that a process was started with contains a word of ASCII characters. */
    public ProcRead<Boolean> environmentContains(long pid, String word) {
        return read(pid, "environ", folder -> {
            try (InputStream in = Files.newInputStream(folder.resolve("environ"))) {
                return contains(in, word);
            }
        });
    }

    /** In chunks: an environment may be larger than the heap of a small process. */
    private static boolean contains(InputStream in, String word) throws IOException {
        byte[] chunk = new byte[CHUNK];
        String tail = "";
        for (int read = in.read(chunk); read >= 0; read = in.read(chunk)) {
            String text = tail + new String(chunk, 0, read, StandardCharsets.ISO_8859_1);
            if (text.contains(word)) {
                return true;
            }
            tail = text.substring(Math.max(0, text.length() - word.length() + 1));
        }
        return false;
    }

    /** The effective user of a process. */
    public ProcRead<Integer> owner(long pid) {
        return read(pid, "", folder -> (Integer) Files.getAttribute(folder, "unix:uid"));
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

    private <T> ProcRead<T> read(long pid, String what, Reader<T> reader) {
        Path folder = root.resolve(Long.toString(pid));
        try {
            return new ProcRead.Found<>(reader.read(folder));
        } catch (IOException e) {
            return isGone(folder) ? new ProcRead.Gone<>() : unknown(pid + "/" + what, e);
        }
    }

    /** A process can end between any two calls, with different errors; its folder in a true list is what counts. */
    private boolean isGone(Path folder) {
        return isMissing(folder) && exists(root.resolve(SELF));
    }

    private static boolean isMissing(Path folder) {
        try {
            Files.getLastModifiedTime(folder);
            return false;
        } catch (NoSuchFileException e) {
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private static boolean exists(Path folder) {
        try {
            Files.getLastModifiedTime(folder);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private <T> ProcRead<T> unknown(String what, IOException e) {
        // The message of most of these names the file already.
        String why = e instanceof java.nio.file.FileSystemException file ? file.getReason() : e.getMessage();
        return new ProcRead.Unknown<>("cannot read %s: %s".formatted(root.resolve(what), why == null ? e : why));
    }

    private static List<Long> numbersIn(Path folder) throws IOException {
        List<Long> numbers = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder, "[0-9]*")) {
            entries.forEach(
                    entry -> numbers.add(Long.parseLong(entry.getFileName().toString())));
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        return numbers;
    }
}
