package dev.primus.server.talk;

import org.jspecify.annotations.Nullable;

/** Something went wrong and can be told in one sentence that says what to do; carries the exit code that goes with it. */
public final class Complaint extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int exitCode;

    private Complaint(int exitCode, String sentence, @Nullable Throwable cause) {
        super(sentence, cause);
        this.exitCode = exitCode;
    }

    /** The command or its settings are wrong; nothing was tried. */
    public static Complaint usage(String sentence) {
        return new Complaint(ExitCode.USAGE, sentence, null);
    }

    public static Complaint usage(String sentence, Throwable cause) {
        return new Complaint(ExitCode.USAGE, sentence, cause);
    }

    public static Complaint failed(String sentence) {
        return new Complaint(ExitCode.FAILED, sentence, null);
    }

    public static Complaint failed(String sentence, Throwable cause) {
        return new Complaint(ExitCode.FAILED, sentence, cause);
    }

    /** For a verb with exit codes of its own. */
    public static Complaint of(int exitCode, String sentence) {
        return new Complaint(exitCode, sentence, null);
    }

    public static Complaint refused(String sentence) {
        return new Complaint(ExitCode.REFUSED, sentence, null);
    }

    public int exitCode() {
        return exitCode;
    }
}
