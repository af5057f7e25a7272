package dev.primus.runtime.duty;

import dev.primus.Duty;
import dev.primus.Restart;
import dev.primus.Supervision;
import dev.primus.core.MonoTime;
import dev.primus.core.Term;
import dev.primus.runtime.stage.Stage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A crew whose clock is set by hand and whose threads end when the test says so. */
final class CrewRig {
    static final Duration DRAIN = Duration.ofMillis(2000);

    final List<String> log = new ArrayList<>();
    private final List<DutySpec> specs = new ArrayList<>();
    private final Map<String, Thread1> threads = new LinkedHashMap<>();
    private final Map<String, Exception> failures = new LinkedHashMap<>();
    private Supervision supervision = Supervision.oneForOne();
    private @Nullable DutyCrew crew;
    private @Nullable HandLeadership leadership;
    private long nowMillis;
    private boolean outOfThreads;
    private final Thread runner = Thread.currentThread();
    private volatile String running = "";

    CrewRig duty(String name) {
        return duty(name, Restart.TRANSIENT);
    }

    CrewRig duty(String name, Restart restart) {
        specs.add(new DutySpec(name, term -> work(name), restart, null));
        return this;
    }

    CrewRig duty(String name, Duration stopWithin) {
        specs.add(new DutySpec(name, term -> work(name), Restart.TRANSIENT, stopWithin));
        return this;
    }

    /** What it does is done by {@link #runsThrough}, and an interrupt meanwhile hits it. */
    CrewRig duty(String name, Duty duty) {
        specs.add(new DutySpec(name, duty, Restart.TRANSIENT, null));
        return this;
    }

    CrewRig under(Supervision other) {
        supervision = other;
        return this;
    }

    private void work(String name) throws Exception {
        Exception failure = failures.remove(name);
        if (failure != null) {
            throw failure;
        }
    }

    DutyCrew crew() {
        if (crew == null) {
            crew = new DutyCrew(
                    specs, supervision, DRAIN, this::launch, () -> new MonoTime(nowMillis * 1_000_000), new Log());
        }
        return crew;
    }

    /** The term is over; duties are told later. */
    CrewRig termEnds() {
        Objects.requireNonNull(leadership).end();
        return this;
    }

    CrewRig start(long term) {
        leadership = new HandLeadership(term);
        crew().start(leadership);
        return this;
    }

    /** As the engine does it: nothing is held any more before duties are told. */
    CrewRig stop() {
        return stop(DRAIN);
    }

    /** The deadline of the term has passed. */
    CrewRig stopLate() {
        return stop(Duration.ZERO);
    }

    CrewRig stop(Duration left) {
        Objects.requireNonNull(leadership).end();
        crew().stop(new MonoTime((nowMillis + left.toMillis()) * 1_000_000), proved -> log.add("stopped " + proved));
        return this;
    }

    /** Neither the node nor a duty runs until then. */
    CrewRig pauseUntil(long millis) {
        nowMillis = millis;
        crew().extendAfterPause(new MonoTime(millis * 1_000_000));
        return this;
    }

    /** The duty's code returns; the node does not hear of it yet. */
    CrewRig runsToItsEnd(String duty) {
        Objects.requireNonNull(threads.get(duty)).body.run();
        return this;
    }

    CrewRig deliversTheEndOf(String duty) {
        Objects.requireNonNull(threads.remove(duty)).ended.run();
        return this;
    }

    CrewRig returns(String duty) {
        return ends(duty, null);
    }

    CrewRig fails(String duty) {
        return ends(duty, new IllegalStateException("broken"));
    }

    CrewRig obeys(String duty) {
        return ends(duty, new InterruptedException());
    }

    private CrewRig ends(String duty, @Nullable Exception failure) {
        if (failure != null) {
            failures.put(duty, failure);
        }
        Thread1 thread = threads.remove(duty);
        if (thread == null) {
            throw new AssertionError(duty + " does not run");
        }
        Objects.requireNonNull(leadership).whileHeld(thread.body);
        thread.ended.run();
        return this;
    }

    /** From its beginning to its end; what happens meanwhile is done by the duty itself. */
    CrewRig runsThrough(String duty) {
        Thread1 thread = Objects.requireNonNull(threads.remove(duty));
        running = duty;
        thread.body.run();
        running = "";
        Thread.interrupted();
        thread.ended.run();
        return this;
    }

    CrewRig at(long millis) {
        nowMillis = millis;
        crew().check(new MonoTime(millis * 1_000_000));
        return this;
    }

    CrewRig withoutThreads() {
        outOfThreads = true;
        return this;
    }

    /** When the crew wants to be woken, in milliseconds; -1 for never. */
    long wakeAt() {
        MonoTime at = crew().deadline();
        return at.equals(MonoTime.NEVER) ? -1 : at.nanos() / 1_000_000;
    }

    boolean runs(String duty) {
        return threads.containsKey(duty);
    }

    private Stage.Work launch(String name, Runnable body, Runnable ended) {
        if (outOfThreads) {
            throw new OutOfMemoryError("unable to create native thread");
        }
        if (threads.put(name, new Thread1(body, ended)) != null) {
            throw new AssertionError("two threads of " + name);
        }
        return new Stage.Work() {
            @Override
            public void interrupt() {
                log.add("interrupt " + name);
                if (name.equals(running)) {
                    runner.interrupt();
                }
            }

            @Override
            public String whereabouts() {
                return "in a loop";
            }
        };
    }

    private record Thread1(Runnable body, Runnable ended) {}

    private final class Log implements DutyReports {
        @Override
        public void started(String duty, Term term) {
            log.add("started " + duty + " " + term.token());
        }

        @Override
        public void ended(String duty, Term term) {
            log.add("ended " + duty + " " + term.token());
        }

        @Override
        public void failed(String duty, Term term, Throwable cause) {
            log.add("failed " + duty + " " + cause.getMessage());
        }

        @Override
        public void restarting(String duty, Term term, Duration after) {
            log.add("restarting " + duty + " after " + after.toMillis());
        }

        @Override
        public void abandoned(String duty, Term term, String whereabouts) {
            log.add("abandoned " + duty + " " + whereabouts);
        }

        @Override
        public void gaveUp(String duty, Term term) {
            log.add("gave up " + duty);
        }
    }
}
