package dev.primus.process;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * All living processes of one run of a program: those of its session, and those with its run id in their environment.
 * Who left the session <em>and</em> cleared its environment is not found.
 */
public final class ProcessTree {
    private final Proc proc;
    private final TreeKey key;

    public ProcessTree(Proc proc, TreeKey key) {
        this.proc = proc;
        this.key = key;
    }

    /** Who is alive now; what is being started at this very moment may be missing. */
    public List<ProcessKey> living() {
        boolean sessionIsOurs = isSessionOurs();
        long self = ProcessHandle.current().pid();
        List<ProcessKey> found = new ArrayList<>();
        for (long pid : proc.pids()) {
            proc.stat(pid)
                    .filter(one -> pid != self && isYoungEnough(one) && isAlive(one))
                    .filter(one -> (sessionIsOurs && isOfSession(one)) || hasRunId(pid))
                    .ifPresent(one -> found.add(one.key()));
        }
        return found;
    }

    /** Asks all to end. */
    public int terminate() {
        return each(ProcessHandle::destroy);
    }

    /** Ends all, without asking. Whoever was alive is counted, so 0 means that none was left. */
    public int kill() {
        return each(ProcessHandle::destroyForcibly);
    }

    private int each(Consumer<ProcessHandle> signal) {
        List<ProcessKey> all = living();
        all.forEach(one -> send(one, signal));
        return all.size();
    }

    /** The handle is taken first and the process looked at again, so that no other that got its number is hit. */
    private void send(ProcessKey one, Consumer<ProcessHandle> signal) {
        Optional<ProcessHandle> handle = ProcessHandle.of(one.pid());
        boolean same = proc.stat(one.pid()).map(now -> now.key().equals(one)).orElse(false);
        if (same) {
            handle.ifPresent(signal);
        }
    }

    private boolean isAlive(ProcessStat one) {
        return !one.isEnding() || proc.tasks(one.pid()) > 1;
    }

    private boolean isOfSession(ProcessStat one) {
        ProcessKey leader = key.leader();
        return leader != null && one.session() == leader.pid();
    }

    /** Nobody is older than the program; so of most processes of a host not even the environment is read. */
    private boolean isYoungEnough(ProcessStat one) {
        ProcessKey leader = key.leader();
        return leader == null || one.started() >= leader.started();
    }

    /** The leader's number is not given away while its session has members; if another has it, the session is over. */
    private boolean isSessionOurs() {
        ProcessKey leader = key.leader();
        return leader != null
                && proc.stat(leader.pid())
                        .map(now -> now.started() == leader.started())
                        .orElse(true);
    }

    private boolean hasRunId(long pid) {
        return proc.environment(pid).contains(key.runId());
    }
}
