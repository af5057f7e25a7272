package dev.primus.process;

/** A process for good: its number alone is given to another one after its death. */
public record ProcessKey(long pid, long started) {

    /** Gone is: no such process, or its number belongs to another, or only the shell of its last thread is left. */
    public ProcessState state(Proc proc) {
        ProcRead<ProcessStat> read = proc.stat(pid);
        if (read instanceof ProcRead.Unknown<ProcessStat> unknown) {
            return new ProcessState.Unknown(unknown.cause());
        }
        return read.found()
                .filter(now -> now.started() == started)
                .map(now -> now.state(proc))
                .orElse(ProcessState.GONE);
    }
}
