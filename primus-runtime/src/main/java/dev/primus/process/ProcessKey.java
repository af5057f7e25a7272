package dev.primus.process;

/** A process for good: its number alone is given to another one after its death. */
public record ProcessKey(long pid, long started) {

    /** Dead is: gone, or its number has gone to another, or only the shell of its last thread is left. */
    public boolean isDead(Proc proc) {
        return proc.stat(pid)
                .map(now -> now.started() != started || (now.isEnding() && proc.tasks(pid) == 1))
                .orElse(true);
    }
}
