package dev.primus.server.run;

import dev.primus.server.talk.Complaint;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Finds programs as a shell does. */
public final class Executable {
    public static final int NOT_EXECUTABLE = 126;
    public static final int NOT_FOUND = 127;

    private Executable() {}

    /** Whether there is such a program, said before anything is done in its name. */
    public static void check(String program, String path) {
        Optional<Path> found = find(program, path);
        if (found.isPresent()) {
            return;
        }
        Path file = Path.of(program);
        if (program.contains("/") && Files.exists(file)) {
            throw Complaint.of(
                    NOT_EXECUTABLE,
                    "program '%s' cannot be executed: it must be a file with execute permission.".formatted(program));
        }
        throw Complaint.of(
                NOT_FOUND, "program '%s' is not found: give its path, or put it on the PATH.".formatted(program));
    }

    /** The file that a name stands for; empty if none can be executed. */
    public static Optional<Path> find(String program, String path) {
        if (program.contains("/")) {
            return Optional.of(Path.of(program)).filter(Executable::isExecutable);
        }
        for (String folder : path.split(":")) {
            Path file = Path.of(folder.isEmpty() ? "." : folder, program);
            if (isExecutable(file)) {
                return Optional.of(file);
            }
        }
        return Optional.empty();
    }

    private static boolean isExecutable(Path file) {
        return Files.isRegularFile(file) && Files.isExecutable(file);
    }
}
