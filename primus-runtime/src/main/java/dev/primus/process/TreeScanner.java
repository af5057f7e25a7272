package dev.primus.process;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Goes once through all processes of the host. A process that cannot be read makes the scan unknown only if it can belong
 * to the run; the rule is in docs/design/death-watch.md, "Unreadable processes".
 */
final class TreeScanner {
    private static final int ROOT = 0;
    private static final long NO_PARENT = 0;

    private final Proc proc;
    private final TreeKey key;
    private final List<Long> pids;
    private final long self = ProcessHandle.current().pid();
    private final Map<Long, ProcessStat> stats = new HashMap<>();
    private final Set<Long> foreign = new HashSet<>();
    private final Map<ProcessStat, String> unreadable = new HashMap<>();
    private final List<ProcessKey> living = new ArrayList<>();
    private final List<String> unknown = new ArrayList<>();

    TreeScanner(Proc proc, TreeKey key, List<Long> pids) {
        this.proc = proc;
        this.key = key;
        this.pids = pids;
    }

    TreeScan scan() {
        boolean sessionIsOurs = isSessionOurs();
        for (long pid : pids) {
            ProcRead<ProcessStat> read = proc.stat(pid);
            if (read instanceof ProcRead.Unknown<ProcessStat> failed && isOfOurUser(pid)) {
                unknown.add(failed.cause());
            }
            read.found().ifPresent(one -> classify(one, sessionIsOurs));
        }
        Set<Long> ancestors = ancestors();
        unreadable.forEach((one, cause) -> {
            if (canDescend(one, ancestors)) {
                unknown.add(cause);
            }
        });
        return new TreeScan(living, unknown);
    }

    private void classify(ProcessStat one, boolean sessionIsOurs) {
        stats.put(one.pid(), one);
        if (one.pid() == self || one.isOfKernel() || isOlder(one)) {
            foreign.add(one.pid());
            return;
        }
        ProcessState state = one.state(proc);
        if (state instanceof ProcessState.Unknown failed) {
            unknown.add(failed.cause());
        } else if (state instanceof ProcessState.Alive) {
            if (sessionIsOurs && isOfSession(one)) {
                living.add(one.key());
            } else {
                readEnvironment(one);
            }
        }
    }

    private void readEnvironment(ProcessStat one) {
        ProcRead<Boolean> read = proc.environmentContains(one.pid(), key.runId());
        if (read instanceof ProcRead.Found<Boolean> found) {
            if (found.value()) {
                living.add(one.key());
            } else {
                foreign.add(one.pid());
            }
        } else if (read instanceof ProcRead.Unknown<Boolean> failed && isOfOurUser(one.pid()) && !hasEnded(one)) {
            unreadable.put(one, failed.cause());
        }
    }

    /** A process loses its environment when it ends. */
    private boolean hasEnded(ProcessStat one) {
        return one.key().state(proc) instanceof ProcessState.Gone;
    }

    /** An ordinary user's program cannot become another user without a setuid program; root's can. */
    private boolean isOfOurUser(long pid) {
        ProcRead<Integer> own = proc.owner(self);
        ProcRead<Integer> owner = proc.owner(pid);
        if (owner instanceof ProcRead.Gone<Integer>) {
            return false;
        }
        return own.found().isEmpty()
                || owner.found().isEmpty()
                || own.found().get() == ROOT
                || own.found().equals(owner.found());
    }

    /**
     * Whether a process can descend from the program. Its parent started or adopted it. The program's processes are
     * adopted only by an ancestor of theirs, which is one of them or an ancestor of ours; any other parent that does not
     * belong to the run has started it. A process without a parent came into this namespace from outside.
     */
    private boolean canDescend(ProcessStat one, Set<Long> ancestors) {
        if (ancestors.contains(one.pid())) {
            return false;
        }
        Set<Long> seen = new HashSet<>();
        ProcessStat at = one;
        while (seen.add(at.pid())) {
            long parent = at.parent();
            if (parent == NO_PARENT) {
                return false;
            }
            if (ancestors.contains(parent) || !stats.containsKey(parent)) {
                return true;
            }
            if (foreign.contains(parent)) {
                return false;
            }
            at = stats.get(parent);
        }
        return true;
    }

    /** This process and those above it. */
    private Set<Long> ancestors() {
        Set<Long> chain = new HashSet<>();
        long at = self;
        while (chain.add(at) && stats.containsKey(at)) {
            at = stats.get(at).parent();
        }
        return chain;
    }

    private boolean isOfSession(ProcessStat one) {
        ProcessKey leader = key.leader();
        return leader != null && one.session() == leader.pid();
    }

    /** No process of the run is older than the program; so of most processes of a host not even the environment is read. */
    private boolean isOlder(ProcessStat one) {
        ProcessKey leader = key.leader();
        return leader != null && one.started() < leader.started();
    }

    /** The leader's number is not given away while its session has members; if another has it, the session is over. */
    private boolean isSessionOurs() {
        ProcessKey leader = key.leader();
        return leader != null
                && proc.stat(leader.pid())
                        .found()
                        .map(now -> now.started() == leader.started())
                        .orElse(true);
    }
}
