package dev.primus.server.run;

import dev.primus.process.Proc;
import dev.primus.process.ProcessKey;
import dev.primus.process.ProcessTree;
import dev.primus.process.TreeKey;
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
    private final boolean session;
    private final Proc proc;
    private final Set<ProcessKey> descendants = ConcurrentHashMap.newKeySet();

    private RunningProgram(Process process, TreeKey key, boolean session, Proc proc) {
        this.process = process;
        this.key = key;
        this.session = session;
        this.proc = proc;
    }

    static RunningProgram of(Process process, TreeKey tree, boolean session) {
        Proc proc = Proc.OF_THIS_HOST;
        // Its number is not given away before we have seen its end, so whoever has it now is the program.
        ProcessKey leader =
                session ? proc.stat(process.pid()).map(stat -> stat.key()).orElse(null) : null;
        return new RunningProgram(process, leader == null ? tree : tree.ledBy(leader), session, proc);
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

    /** SIGTERM to all; how many there were. */
    int terminate() {
        remember();
        List<ProcessKey> all = living();
        all.forEach(one -> signal(one, false));
        return all.size();
    }

    /** SIGKILL to all; whether none was left to be killed, twice in a row. */
    boolean isGoneAfterKill() {
        remember();
        for (int clean = 0; clean < CLEAN_LOOKS; clean++) {
            List<ProcessKey> left = living();
            left.forEach(one -> signal(one, true));
            if (!left.isEmpty()) {
                return false;
            }
        }
        return hasEnded();
    }

    /** Whether it has ended and left nobody behind. Looks at all processes of the host only if it has. */
    boolean isGone() {
        return hasEnded() && living().isEmpty();
    }

    private List<ProcessKey> living() {
        Set<ProcessKey> all = new HashSet<>(new ProcessTree(proc, key).living());
        descendants.stream().filter(one -> !one.isDead(proc)).forEach(all::add);
        return List.copyOf(all);
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
        process.descendants()
                .map(handle -> proc.stat(handle.pid()).map(stat -> stat.key()).orElse(null))
                .filter(java.util.Objects::nonNull)
                .forEach(descendants::add);
    }

    private void signal(ProcessKey one, boolean force) {
        @Nullable ProcessHandle handle = ProcessHandle.of(one.pid()).orElse(null);
        if (handle != null && !one.isDead(proc)) {
            if (force) {
                handle.destroyForcibly();
            } else {
                handle.destroy();
            }
        }
    }
}
