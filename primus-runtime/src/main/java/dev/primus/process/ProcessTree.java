package dev.primus.process;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * All living processes of one run of a program: those of its session, and those with its run id in their environment.
 * A process that left the session <em>and</em> cleared its environment is not found.
 */
public final class ProcessTree {
    private final Proc proc;
    private final TreeKey key;

    public ProcessTree(Proc proc, TreeKey key) {
        this.proc = proc;
        this.key = key;
    }

    /** The processes that live now; one that is being started at this very moment may be missing. */
    public TreeScan scan() {
        ProcRead<List<Long>> pids = proc.pids();
        if (pids instanceof ProcRead.Unknown<List<Long>> unknown) {
            return TreeScan.unknown(unknown.cause());
        }
        return new TreeScanner(proc, key, pids.found().orElseThrow()).scan();
    }

    /** Asks all to end, and returns those that were alive. */
    public TreeScan terminate() {
        return signal(ProcessHandle::destroy);
    }

    /** Ends all, without asking, and returns those that were alive. */
    public TreeScan kill() {
        return signal(ProcessHandle::destroyForcibly);
    }

    private TreeScan signal(Consumer<ProcessHandle> signal) {
        TreeScan scan = scan();
        scan.living().forEach(one -> send(one, signal));
        return scan;
    }

    /** The handle is taken first and the process looked at again, so that no other that got its number is hit. */
    private void send(ProcessKey one, Consumer<ProcessHandle> signal) {
        Optional<ProcessHandle> handle = ProcessHandle.of(one.pid());
        boolean same =
                proc.stat(one.pid()).found().map(now -> now.key().equals(one)).orElse(false);
        if (same) {
            handle.ifPresent(signal);
        }
    }
}
