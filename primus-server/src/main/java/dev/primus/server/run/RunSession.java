package dev.primus.server.run;

import dev.primus.Change;
import dev.primus.Election;
import dev.primus.Primus;
import dev.primus.Restart;
import dev.primus.core.LossReason;
import dev.primus.core.Term;
import dev.primus.server.view.Spans;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One call of {@code primus run}: stands by, runs the program while this node leads, and ends for the first reason that
 * comes up. Told of things from many threads.
 */
public final class RunSession implements ProgramReports {
    private static final int NEVER_RAN = -1;

    private final RunSettings settings;
    private final ProgramSpec spec;
    private final Consumer<String> talk;
    private final ProgramDuty duty;
    private final CompletableFuture<RunEnd> end = new CompletableFuture<>();
    private final CompletableFuture<Void> led = new CompletableFuture<>();
    private volatile int ran = NEVER_RAN;

    public RunSession(RunSettings settings, ProgramSpec spec, Guard guard, Consumer<String> talk) {
        this.settings = settings;
        this.spec = spec;
        this.talk = talk;
        this.duty = new ProgramDuty(spec, settings.timing(), guard, settings.requireWatch(), this);
    }

    /**
     * A signal came in. The first that asks us to stop is passed on and obeyed; the second leaves no more grace. A
     * hang-up is the program's affair if there is one.
     */
    public void signal(String name, int number, boolean asksToStop) {
        boolean stops = asksToStop || (name.equals("HUP") && !duty.hasProgram());
        if (stops && end.isDone()) {
            talk.accept(name + " again: killing the program");
            duty.force();
            return;
        }
        if (stops) {
            talk.accept(name + ": stopping (again to kill the program at once) …");
        }
        duty.pass(name, stops);
        if (stops) {
            end.complete(new RunEnd.Signalled(number));
        }
    }

    /** Only watches, since this node may not lead, until there is a reason to end. The program does not run. */
    public int observe(Primus primus) throws InterruptedException {
        try (primus) {
            primus.election(settings.election().value())
                    .asObserver()
                    .onChange(this::changed)
                    .join();
            awaitEnd();
        }
        return exitCode(true);
    }

    /** Without an election: another node was made coordinator, or none. The program does not run. */
    public int standAside() throws InterruptedException {
        awaitEnd();
        return exitCode(true);
    }

    /** Without an election: this node was made coordinator. There is no term that could be lost. */
    public int runAssigned() throws InterruptedException {
        StaticTerm term = new StaticTerm(settings.election());
        Thread worker = new Thread(() -> keepRunning(term), "primus-program");
        worker.setDaemon(true);
        worker.start();
        try {
            led.complete(null);
            awaitEnd();
        } finally {
            term.end();
            worker.interrupt();
            worker.join(settings.timing().drain().toMillis());
        }
        return exitCode(duty.awaitEnd(settings.timing().drain()));
    }

    /** Begins it again as it would be in a term. */
    private void keepRunning(StaticTerm term) {
        Restarts restarts = new Restarts();
        try {
            while (!end.isDone()) {
                runOnce(term);
                if (!isRestarted(ran)) {
                    return;
                }
                Optional<Duration> pause = restarts.next(System.nanoTime());
                if (pause.isEmpty()) {
                    end.complete(new RunEnd.Ended());
                    return;
                }
                sleepUnlessOver(pause.get());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void runOnce(StaticTerm term) {
        try {
            duty.run(term);
        } catch (ProgramFailed e) {
            // Which has been told.
        } catch (Exception e) {
            couldNotStart(String.valueOf(e.getMessage()), RunEnd.FAILED);
        }
    }

    /** Takes part until there is a reason to end, leaves in good order, and returns the exit code. */
    public int takePart(Primus primus) throws InterruptedException {
        try (primus) {
            if (isReadyToStand()) {
                Election election = primus.election(settings.election().value())
                        .duty(spec.toString(), duty, settings.restart())
                        .onChange(this::changed)
                        .join();
                watchHealth(election);
                awaitEnd();
            }
        }
        // Who wakes up late has no time left by the lease, but its companion has seen to the program in time.
        boolean gone = duty.awaitEnd(settings.timing().drain());
        if (!gone) {
            talk.accept("the program's processes cannot be ended; the lease is left to run out");
        }
        return exitCode(gone);
    }

    private int exitCode(boolean gone) {
        return end.getNow(new RunEnd.NeverLed()).exitCode(ran, gone, settings.lostCode());
    }

    /** Whoever is unfit does not even stand. */
    private boolean isReadyToStand() throws InterruptedException {
        HealthCheck health = settings.health();
        if (health == null) {
            return !end.isDone();
        }
        Duration wait = settings.patience();
        long until = wait == null ? Long.MAX_VALUE : System.nanoTime() + wait.toNanos();
        boolean said = false;
        while (!end.isDone() && !health.isHealthy()) {
            if (!said) {
                talk.accept("the health check says no; not standing for election until it says yes");
                said = true;
            }
            if (wait != null && System.nanoTime() - until >= 0) {
                end.complete(new RunEnd.NeverLed());
            }
            sleepUnlessOver(settings.healthEvery());
        }
        return !end.isDone();
    }

    private void awaitEnd() throws InterruptedException {
        Duration wait = settings.patience();
        try {
            if (wait != null) {
                awaitLeading(wait);
            }
            end.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    private void awaitLeading(Duration most) throws InterruptedException, ExecutionException {
        try {
            CompletableFuture.anyOf(led, end).get(most.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            talk.accept("did not lead within " + Spans.shortly(most) + " (exit " + RunEnd.NEVER_LED + ")");
            end.complete(new RunEnd.NeverLed());
        }
    }

    private void watchHealth(Election election) {
        HealthCheck health = settings.health();
        if (health != null) {
            Thread watch = new Thread(() -> keepChecking(health, election), "primus-health");
            watch.setDaemon(true);
            watch.start();
        }
    }

    /** Unfit standbys stay out until the check after the next, so that none leads between two checks. */
    private void keepChecking(HealthCheck health, Election election) {
        int failures = 0;
        try {
            while (!end.isDone()) {
                sleepUnlessOver(settings.healthEvery());
                failures = health.isHealthy() ? 0 : failures + 1;
                if (failures >= settings.healthFailures() && !end.isDone()) {
                    if (election.isLeader()) {
                        talk.accept("the health check says no: giving leadership up");
                    }
                    election.demote(settings.healthEvery().multipliedBy(2).plus(health.timeout()));
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void sleepUnlessOver(Duration span) throws InterruptedException {
        try {
            end.get(span.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            // as it should be
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    // ---- what happens ----------------------------------------------------------------------------------------

    private void changed(Change change) {
        if (change instanceof Change.Granted) {
            led.complete(null);
        } else if (change instanceof Change.Revoked revoked) {
            revoked(revoked.reason());
        } else if (change instanceof Change.LeaderChanged news && !end.isDone()) {
            standing(news.leader() == null ? null : news.leader().term());
        }
    }

    private void standing(@Nullable Term leader) {
        if (leader != null && !led.isDone()) {
            talk.accept("standby; %s leads (term %s)".formatted(leader.leader().name(), leader.token()));
        }
    }

    private void revoked(LossReason reason) {
        switch (reason) {
            case SHUTDOWN -> {}
            case DUTY_FAILED -> end.complete(new RunEnd.Ended());
            default -> {
                if (isDone()) {
                    end.complete(new RunEnd.Ended());
                } else if (end.complete(new RunEnd.Lost(reason))) {
                    talk.accept("leadership lost: " + reason);
                }
            }
        }
    }

    /** The program had done all it will do. */
    private boolean isDone() {
        return !settings.release() && ran != NEVER_RAN;
    }

    @Override
    public void starting(long token) {
        talk.accept(token == 0 ? "starting " + spec : "leading, term %d; starting %s".formatted(token, spec));
    }

    @Override
    public void unguarded() {
        talk.accept("no death watch, and --require-watch: the program is not started");
        end.complete(new RunEnd.Lost(LossReason.UNHEALTHY));
    }

    @Override
    public void couldNotStart(String why, int code) {
        talk.accept("the program could not be started: " + why);
        end.complete(new RunEnd.NotStarted(code));
    }

    @Override
    public void notPassedOn(String signal, String why) {
        talk.accept("%s may not have reached %s: %s".formatted(signal, spec, why));
    }

    @Override
    public void endedByItself(int code) {
        ran = code;
        if (isRestarted(code)) {
            talk.accept("%s ended with %d; it will be started again".formatted(spec, code));
        } else if (settings.release()) {
            end.complete(new RunEnd.Ended());
        } else {
            talk.accept("%s ended with %d; leading on without it".formatted(spec, code));
        }
    }

    private boolean isRestarted(int code) {
        return settings.restart() == Restart.PERMANENT || (settings.restart() == Restart.TRANSIENT && code != 0);
    }

    @Override
    public void stopping() {
        talk.accept("ending %s (grace %s)"
                .formatted(spec, Spans.shortly(settings.timing().drain())));
    }

    @Override
    public void terminated(int processes) {
        talk.accept("TERM to %d process%s".formatted(processes, processes == 1 ? "" : "es"));
    }

    @Override
    public void unread(String cause) {
        talk.accept("%s: the end of %s is not proved, and nothing is released until it is".formatted(cause, spec));
    }

    @Override
    public void stopped(int code, Duration took) {
        ran = code;
        talk.accept("ended in " + Spans.shortly(took));
    }

    /** The death watch has gone. */
    public void unwatched() {
        if (settings.requireWatch() && led.isDone() && end.complete(new RunEnd.Lost(LossReason.UNHEALTHY))) {
            talk.accept("the death watch is down, and --require-watch: giving leadership up");
        }
    }

    /** There was no chance to. */
    public void neverLed() {
        end.complete(new RunEnd.NeverLed());
    }

    public boolean isOver() {
        return end.isDone();
    }
}
