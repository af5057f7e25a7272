package dev.primus.process;

import java.util.Optional;

/**
 * One process as one read of the kernel's list showed it.
 *
 * @param state the kernel's letter: R, S, D, T, Z, X and others
 * @param parent its parent's number
 * @param session the number of its session
 * @param started when it was started, in clock ticks since the host's start; with the number it names a process for good
 */
public record ProcessStat(long pid, char state, long parent, long session, long started) {
    private static final int STATE = 0;
    private static final int PARENT = 1;
    private static final int SESSION = 3;
    private static final int STARTED = 19;

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
                    Long.parseLong(fields[STARTED])));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    public ProcessKey key() {
        return new ProcessKey(pid, started);
    }

    /** The kernel has ended its first thread; others may still run. */
    boolean isEnding() {
        return state == 'Z' || state == 'X' || state == 'x';
    }
}
