package dev.primus.server.run;

import dev.primus.process.Proc;
import dev.primus.process.ProcRead;
import dev.primus.process.ProcessKey;
import dev.primus.process.ProcessStat;
import dev.primus.process.ProcessState;
import dev.primus.process.ProcessTree;
import dev.primus.process.TreeKey;
import dev.primus.process.TreeScan;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A program that was started, with all it has started since. Its processes are found by session and run id, and those
 * that were its descendants when it was told to stop by their numbers too.
 */
final class RunningProgram {
    private static final int CLEAN_LOOKS = 2;

    private final Process process;
    private final TreeKey key;
    private final @Nullable String unread;
    private final boolean session;
    private final Proc proc;
    private final Set<ProcessKey> descendants = ConcurrentHashMap.newKeySet();

    private RunningProgram(Process process, TreeKey key, @Nullable String unread, boolean session, Proc proc) {
        this.process = process;
        this.key = key;
        this.unread = unread;
        this.session = session;
        this.proc = proc;
    }

    static RunningProgram of(Process process, TreeKey tree, boolean session) {
        Proc proc = Proc.OF_THIS_HOST;
        // Its number is not given away before we have seen its end, so whoever has it now is the program.
        ProcRead<ProcessStat> read = session ? proc.stat(process.pid()) : new ProcRead.Gone<>();
        TreeKey key = read.found().map(stat -> tree.ledBy(stat.key())).orElse(tree);
        String unread = read instanceof ProcRead.Unknown<ProcessStat> unknown ? unknown.cause() : null;
        return new RunningProgram(process, key, unread, session, proc);
    }

    /** Why its session is not known, so that not all of its processes can be found; null if it is. */
    @Nullable
    String unread() {
        return unread;
    }

    TreeKey key() {
        return key;
    }

    boolean awaitEnd(long millis) throws InterruptedException {
        return process.waitFor(millis, TimeUnit.MILLISECONDS);
    }

    boolean hasEnded() {
        return !process.isAlive();
    }

    /** 128 + n if signal n ended it. */
    int exitCode() {
        return process.exitValue();
    }

    /** SIGTERM to all; those that were alive. */
    TreeScan terminate() {
        remember();
        TreeScan scan = scan();
        scan.living().forEach(one -> signal(one, false));
        return scan;
    }

    /** SIGKILL to all; those that were alive, empty only if two scans in a row have found none. */
    TreeScan kill() {
        remember();
        TreeScan scan = scan();
        for (int clean = 1; clean < CLEAN_LOOKS && scan.isEmpty(); clean++) {
            scan = scan();
        }
        scan.living().forEach(one -> signal(one, true));
        return scan.isEmpty() && !hasEnded()
                ? TreeScan.unknown("process %d has not ended".formatted(process.pid()))
                : scan;
    }

    /** Whether it has ended and left no process behind. Looks at all processes of the host only if it has. */
    boolean isGone() {
        return hasEnded() && scan().isEmpty();
    }

    private TreeScan scan() {
        TreeScan tree = new ProcessTree(proc, key).scan();
        Set<ProcessKey> living = new HashSet<>(tree.living());
        List<String> unknown = new ArrayList<>(tree.unknown());
        for (ProcessKey one : descendants) {
            ProcessState state = one.state(proc);
            if (state instanceof ProcessState.Alive) {
                living.add(one);
            } else if (state instanceof ProcessState.Unknown failed) {
                unknown.add(failed.cause());
            }
        }
        return new TreeScan(List.copyOf(living), unknown);
    }

    /**
     * Passes a signal on as it came: to the program's group, as a terminal does, or to the program alone. Tells why not
     * if that failed while the program lived.
     */
    Optional<String> pass(Kill kill, String signal) {
        if (hasEnded()) {
            return Optional.empty();
        }
        Optional<String> failure = kill.send(signal, session ? -process.pid() : process.pid());
        if (session && failure.isPresent() && !hasEnded()) {
            // It leads its group only a moment after its start.
            failure = kill.send(signal, process.pid());
        }
        return hasEnded() ? Optional.empty() : failure;
    }

    /** Nobody descends from a process that has ended. */
    private void remember() {
        if (hasEnded()) {
            return;
        }
        try {
            process.descendants()
                    .flatMap(handle -> proc.stat(handle.pid()).found().stream())
                    .forEach(stat -> descendants.add(stat.key()));
        } catch (RuntimeException e) {
            // The JDK throws this if it cannot open /proc; a scan then says that it is unknown.
        }
    }

    private void signal(ProcessKey one, boolean force) {
        @Nullable ProcessHandle handle = ProcessHandle.of(one.pid()).orElse(null);
        if (handle != null && one.state(proc) instanceof ProcessState.Alive) {
            if (force) {
                handle.destroyForcibly();
            } else {
                handle.destroy();
            }
        }
    }
}
