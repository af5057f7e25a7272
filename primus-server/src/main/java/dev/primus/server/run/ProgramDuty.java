package dev.primus.server.run;

import dev.primus.Duty;
import dev.primus.Leadership;
import dev.primus.core.LeaseTiming;
import dev.primus.process.Proc;
import dev.primus.process.ProcessTree;
import dev.primus.process.TreeKey;
import dev.primus.process.TreeScan;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A program as a duty: starts it with the term, and returns only when it and all it has started are proved gone. Asked
 * to stop, they get SIGTERM, then their grace, then SIGKILL, and all of that is over when the lease may be another's.
 */
public final class ProgramDuty implements Duty {
    private static final SecureRandom CHANCE = new SecureRandom();
    private static final long LOOK_MILLIS = 50;
    private static final long PAUSE_MILLIS = 10;

    private final ProgramSpec spec;
    private final LeaseTiming timing;
    private final Guard guard;
    private final boolean needsGuard;
    private final ProgramReports reports;
    private final Kill kill = new Kill();
    private final Object starting = new Object();
    private volatile @Nullable RunningProgram present;
    private volatile boolean asked;
    private volatile boolean force;

    ProgramDuty(ProgramSpec spec, LeaseTiming timing, Guard guard, boolean needsGuard, ProgramReports reports) {
        this.spec = spec;
        this.timing = timing;
        this.guard = guard;
        this.needsGuard = needsGuard;
        this.reports = reports;
    }

    /** Passes a signal on to the program, if it runs; one that is just being started has it when it is. From any thread. */
    void pass(String signal, boolean asksToStop) {
        RunningProgram running = startedOrNone();
        if (running != null) {
            asked |= asksToStop;
            running.pass(kill, signal).ifPresent(why -> reports.notPassedOn(signal, why));
        }
    }

    /** Whether there is a program that signals are passed on to; waits for one that is just being started. */
    boolean hasProgram() {
        return startedOrNone() != null;
    }

    private @Nullable RunningProgram startedOrNone() {
        synchronized (starting) {
            return present;
        }
    }

    boolean isRunning() {
        return present != null;
    }

    /** Whether no process of it is left, for which it is waited a little. */
    boolean awaitEnd(Duration most) throws InterruptedException {
        long end = System.nanoTime() + most.toNanos();
        while (isRunning() && System.nanoTime() - end < 0) {
            Thread.sleep(PAUSE_MILLIS);
        }
        return !isRunning();
    }

    /** No more grace. From any thread. */
    void force() {
        force = true;
        RunningProgram running = present;
        if (running != null) {
            running.kill();
        }
    }

    @Override
    public void run(Leadership leadership) throws Exception {
        TreeKey tree = new TreeKey(runId(), null);
        boolean guarded = guard.takesOver(leadership.election(), tree);
        if (needsGuard && !guarded) {
            reports.unguarded();
            return;
        }
        RunningProgram program;
        // Its process is there before we know it: who has a signal for it in between waits, lest that be lost.
        synchronized (starting) {
            program = start(leadership, tree);
            present = program;
        }
        if (program == null) {
            return;
        }
        try {
            guard.takesOver(leadership.election(), program.key());
            stay(leadership, program);
        } catch (RuntimeException | Error e) {
            // Whatever failed here, the program may still run.
            killUntilGone(program::kill);
            throw e;
        } finally {
            present = null;
            guard.isDone();
        }
    }

    private @Nullable RunningProgram start(Leadership leadership, TreeKey tree) {
        reports.starting(leadership.token());
        try {
            Process process = spec.builder(leadership, tree).start();
            RunningProgram program = RunningProgram.of(process, tree, spec.hasSession());
            String unread = program.unread();
            if (unread == null) {
                return program;
            }
            killUntilGone(program::kill);
            return notStarted(unread);
        } catch (IOException e) {
            return notStarted(String.valueOf(e.getMessage()));
        } catch (RuntimeException | Error e) {
            // Without memory or threads this can come after the fork: the program may run.
            killUntilGone(new ProcessTree(Proc.OF_THIS_HOST, tree)::kill);
            return notStarted(e.toString());
        }
    }

    private @Nullable RunningProgram notStarted(String why) {
        guard.isDone();
        reports.couldNotStart(why, Executable.NOT_EXECUTABLE);
        return null;
    }

    private void stay(Leadership leadership, RunningProgram program) throws ProgramFailed {
        long stopBy = stopBy(leadership, leadership.nanos() + timing.reign().toNanos());
        try {
            while (!program.awaitEnd(LOOK_MILLIS)) {
                stopBy = stopBy(leadership, stopBy);
            }
        } catch (InterruptedException toldToStop) {
            stop(leadership, program, stopBy);
            return;
        }
        int code = program.exitCode();
        endTheRest(leadership, program, stopBy);
        if (!isConfirmed(leadership)) {
            // After a pause the companion may have ended it: this is how the loss of the term shows first.
            reports.stopped(code, Duration.ZERO);
            return;
        }
        reports.endedByItself(code);
        if (code != 0) {
            throw new ProgramFailed(code);
        }
    }

    /** Whether the term is held, or turns out to have been held all the time. */
    private static boolean isConfirmed(Leadership leadership) {
        try {
            while (!leadership.isHeld() && leadership.state() != Leadership.State.ENDED) {
                leadership.sleep(Duration.ofMillis(LOOK_MILLIS));
            }
        } catch (InterruptedException toldToStop) {
            return false;
        }
        return leadership.isHeld();
    }

    /** Until when the term was certain at the last look. */
    private static long stopBy(Leadership leadership, long known) {
        long now = leadership.nanos();
        Duration left = leadership.remaining();
        return left.isZero() ? known : now + left.toNanos();
    }

    private void stop(Leadership leadership, RunningProgram program, long stopBy) {
        long since = leadership.nanos();
        reports.stopping();
        end(leadership, program, stopBy);
        reports.stopped(program.exitCode(), Duration.ofNanos(leadership.nanos() - since));
    }

    /** What a program leaves behind must be gone too before anybody else may start one. */
    private void endTheRest(Leadership leadership, RunningProgram program, long stopBy) {
        if (!program.isGone()) {
            end(leadership, program, stopBy);
        }
    }

    /**
     * The kill comes early enough to be over by the drain's end, or when the term may be another's if that is sooner.
     * An interrupt in here says that time is up.
     */
    private void end(Leadership leadership, RunningProgram program, long stopBy) {
        long now = leadership.nanos();
        long end = Math.min(now + timing.drain().toNanos(), stopBy);
        long killAt = end - timing.killTime().toNanos();
        // Who was passed a signal has been asked already, in the sender's own words; the rest of the tree was not.
        long termAt = asked ? now + (killAt - now) / 2 : now;
        boolean termSent = false;
        try {
            while (leadership.nanos() - killAt < 0 && !force && !program.isGone()) {
                if (!termSent && leadership.nanos() - termAt >= 0) {
                    reports.terminated(program.terminate().living().size());
                    termSent = true;
                }
                Thread.sleep(PAUSE_MILLIS);
            }
        } catch (InterruptedException timeIsUp) {
            force = true;
        }
        killUntilGone(program::kill);
    }

    /** Never returns before all of them are proved gone: until then this duty has not ended, and nothing is released. */
    private void killUntilGone(Supplier<TreeScan> kill) {
        boolean interrupted = false;
        boolean told = false;
        for (TreeScan left = attempt(kill); !left.isEmpty(); left = attempt(kill)) {
            if (!told && !left.unknown().isEmpty()) {
                told = true;
                reports.unread(left.unknown().get(0));
            }
            try {
                Thread.sleep(PAUSE_MILLIS);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static TreeScan attempt(Supplier<TreeScan> kill) {
        try {
            return kill.get();
        } catch (RuntimeException | Error e) {
            return TreeScan.unknown(e.toString());
        }
    }

    private static String runId() {
        byte[] bytes = new byte[16];
        CHANCE.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }
}
