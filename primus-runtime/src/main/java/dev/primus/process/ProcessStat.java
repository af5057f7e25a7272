package dev.primus.process;

import java.util.Optional;

/**
 * One process as one read of the kernel's list showed it.
 *
 * @param state the kernel's letter: R, S, D, T, Z, X and others
 * @param parent its parent's number
 * @param session the number of its session
 * @param flags the kernel's flags for it
 * @param started when it was started, in clock ticks since the host's start; with the number it names a process for good
 */
public record ProcessStat(long pid, char state, long parent, long session, long flags, long started) {
    private static final int STATE = 0;
    private static final int PARENT = 1;
    private static final int SESSION = 3;
    private static final int FLAGS = 6;
    private static final int STARTED = 19;
    private static final long KERNEL_THREAD = 0x00200000;

    /** The name stands in brackets and may hold brackets and blanks itself, so all is counted from the last one. */
    static Optional<ProcessStat> parse(String line) {
        int open = line.indexOf(" (");
        int close = line.lastIndexOf(") ");
        if (open < 0 || close < open) {
            return Optional.empty();
        }
        String[] fields = line.substring(close + 2).split(" ");
        if (fields.length <= STARTED) {
            return Optional.empty();
        }
        try {
            return Optional.of(new ProcessStat(
                    Long.parseLong(line.substring(0, open)),
                    fields[STATE].charAt(0),
                    Long.parseLong(fields[PARENT]),
                    Long.parseLong(fields[SESSION]),
                    Long.parseLong(fields[FLAGS]),
                    Long.parseLong(fields[STARTED])));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    public ProcessKey key() {
        return new ProcessKey(pid, started);
    }

    /** A thread of the kernel has no environment and no program. */
    boolean isOfKernel() {
        return (flags & KERNEL_THREAD) != 0;
    }

    /** Whether a thread of it is left: the first one may have ended before the others. */
    ProcessState state(Proc proc) {
        if (!isEnding()) {
            return ProcessState.ALIVE;
        }
        ProcRead<Integer> tasks = proc.tasks(pid);
        if (tasks instanceof ProcRead.Unknown<Integer> unknown) {
            return new ProcessState.Unknown(unknown.cause());
        }
        return tasks.found().orElse(1) == 1 ? ProcessState.GONE : ProcessState.ALIVE;
    }

    /** The kernel has ended its first thread; others may still run. */
    private boolean isEnding() {
        return state == 'Z' || state == 'X' || state == 'x';
    }
}
