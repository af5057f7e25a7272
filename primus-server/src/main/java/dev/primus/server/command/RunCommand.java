package dev.primus.server.command;

import dev.primus.Primus;
import dev.primus.Restart;
import dev.primus.core.ClusterName;
import dev.primus.core.ElectionName;
import dev.primus.core.LeaseTiming;
import dev.primus.core.NodeName;
import dev.primus.deathwatch.CompanionWatch;
import dev.primus.feed.FeedKind;
import dev.primus.process.TreeKey;
import dev.primus.server.control.socket.ControlSocket;
import dev.primus.server.run.Executable;
import dev.primus.server.run.Guard;
import dev.primus.server.run.HealthCheck;
import dev.primus.server.run.ProgramSpec;
import dev.primus.server.run.RunEnd;
import dev.primus.server.run.RunSession;
import dev.primus.server.run.RunSettings;
import dev.primus.server.talk.Complaint;
import dev.primus.server.talk.Console;
import dev.primus.server.talk.Signals;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code primus run}: a program on exactly one node. */
@Command(
        name = "run",
        description = {
            "Runs a program only while this node leads an election.",
            "It finds PRIMUS_TOKEN, PRIMUS_TERM, PRIMUS_ELECTION and PRIMUS_NODE in its environment: hand the token"
                    + " to every write. When leadership is lost it gets TERM, its grace, then KILL, with all it has"
                    + " started, before another node may start its own."
        },
        footer = {
            "  primus run --election nightly -- ./job.sh --all",
            "  primus run --election nightly --wait 5s -- ./job.sh            give up if another runs it",
            "  primus run --election mailer --restart always -- ./mailer      a service with a standby",
            "  primus run --election mailer --lease 30s --grace 10s -- ./mailer",
            "  primus run --election web --health 'curl -fs localhost:8080/health' -- ./web",
            "  primus run --election nightly --restart never --no-release-on-exit -- ./once-per-cluster.sh",
        },
        exitCodeOnInvalidInput = RunEnd.FAILED,
        exitCodeOnExecutionException = RunEnd.FAILED,
        exitCodeList = {
            "0-123:the program's own",
            "75:leadership lost, program ended in time (--lost-exit-code)",
            "124:--wait ran out, this node never led",
            "125:primus run itself failed; the message says why",
            "126:the program cannot be executed",
            "127:the program is not found",
            "128+n:the program was ended by signal n; or primus, while standing by",
        })
final class RunCommand implements Callable<Integer> {
    private static final Duration PATIENCE_FOR_WATCH = Duration.ofSeconds(10);
    private static final Duration PATIENCE_FOR_GUARD = Duration.ofSeconds(1);
    private static final int LOST = 75;

    /** When a program that ended by itself is begun again. */
    enum RestartPolicy {
        NEVER(Restart.TEMPORARY),
        ON_FAILURE(Restart.TRANSIENT),
        ALWAYS(Restart.PERMANENT);

        private final Restart restart;

        RestartPolicy(Restart restart) {
            this.restart = restart;
        }

        static RestartPolicy of(String word) {
            for (RestartPolicy policy : values()) {
                if (policy.name().equalsIgnoreCase(word.replace('-', '_'))) {
                    return policy;
                }
            }
            throw new IllegalArgumentException("'%s': allowed is never, on-failure or always".formatted(word));
        }
    }

    private final Console console;

    @Option(names = "--election", paramLabel = "NAME", required = true, description = "Whose leader runs the program.")
    @SuppressWarnings("NullAway.Init")
    private ElectionName election;

    @Option(
            names = "--node",
            paramLabel = "NAME",
            description = "This node's name, one process each (default: the host's name).")
    private @Nullable NodeName name;

    @Option(names = "--cluster", paramLabel = "NAME", description = "Which cluster of the store (default: default).")
    private @Nullable ClusterName cluster;

    @Option(
            names = "--grace",
            paramLabel = "TIME",
            description = "How long the program may take to end; the last part of it, a quarter and at most 500ms, is"
                    + " for KILL (default: lease/5). The same as --drain.")
    private @Nullable Duration grace;

    @Option(
            names = "--restart",
            paramLabel = "POLICY",
            description = "Begin it again when it ends: never (default), on-failure, always; after six failures in a"
                    + " minute leadership is given up.")
    private RestartPolicy restart = RestartPolicy.NEVER;

    @Option(
            names = "--release-on-exit",
            negatable = true,
            defaultValue = "true",
            fallbackValue = "true",
            description = "Give leadership back when the program is done (default), or lead on without it.")
    private boolean release;

    @Option(
            names = "--wait",
            paramLabel = "TIME",
            description = "Stand by no longer than this (default: as long as it takes).")
    private @Nullable Duration wait;

    @Option(
            names = "--lost-exit-code",
            paramLabel = "CODE",
            description = "The exit code for a lost leadership (default: 75).")
    private int lostCode = LOST;

    @Option(
            names = "--health",
            paramLabel = "COMMAND",
            description = "A line for the shell; if it fails, this node gives leadership up and does not stand.")
    private @Nullable String health;

    @Option(
            names = "--health-every",
            paramLabel = "TIME",
            description = "How often it is asked, and how long it may take (default: 10s).")
    private Duration healthEvery = Duration.ofSeconds(10);

    @Option(
            names = "--health-failures",
            paramLabel = "N",
            description = "How many failures in a row are needed (default: 1).")
    private int healthFailures = 1;

    @Option(
            names = "--require-watch",
            description = "Run the program only while the death watch is up, which ends it should primus be killed or"
                    + " stopped.")
    private boolean requireWatch;

    @Parameters(
            paramLabel = "PROGRAM [ARG...]",
            arity = "1..*",
            description = "The program and its arguments, after --; no shell reads them.")
    private List<String> program = new ArrayList<>();

    @Mixin
    @SuppressWarnings("NullAway.Init")
    private RoleOptions role;

    @Mixin
    @SuppressWarnings("NullAway.Init")
    private ControlSocketOptions control;

    @Mixin
    @SuppressWarnings("NullAway.Init")
    private AlarmOptions alarm;

    @Mixin
    @SuppressWarnings("NullAway.Init")
    private EngineOptions engine;

    RunCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws InterruptedException {
        RunSettings settings = settings();
        String path = console.environment().getOrDefault("PATH", "/usr/bin:/bin");
        Executable.check(program.get(0), path);
        ProgramSpec spec = ProgramSpec.of(program, path, self());
        if (!role.isElectionOn()) {
            return withoutElection(settings, spec);
        }
        boolean mayLead = role.mayLead(console);
        try (ControlSocket socket = control.claim(StoreOptions.orDefault(cluster), self())) {
            if (!mayLead) {
                return observe(settings, spec, socket);
            }
            return takePart(settings, spec, socket);
        }
    }

    private int takePart(RunSettings settings, ProgramSpec spec, @Nullable ControlSocket socket)
            throws InterruptedException {
        CompanionWatch watch = engine.deathWatch();
        RunSession session = new RunSession(settings, spec, guard(watch), this::say);
        Signals.onEach(session::signal);
        Primus primus = engine.build(builder().deathWatch(watch), self(), settings.timing());
        ControlSocketOptions.serve(socket, primus, engine.minutes(primus));
        awaitWatch(primus, watch, session);
        return session.takePart(primus);
    }

    /** No store is asked, so there is no companion either. */
    private int withoutElection(RunSettings settings, ProgramSpec spec) throws InterruptedException {
        if (requireWatch) {
            throw Complaint.usage(
                    "--require-watch: while election is off there is no death watch, and the program would never run."
                            + " Leave it out, or turn election on.");
        }
        role.tellAssignment(console, election.value());
        if (health != null) {
            say("--health is not used: without an election there is no leadership to give up");
        }
        RunSession session = new RunSession(settings, spec, Guard.NOBODY, this::say);
        Signals.onEach(session::signal);
        if (role.isAssigned()) {
            return session.runAssigned();
        }
        say(spec + " is not run on this node");
        return session.standAside();
    }

    /** Nothing is held and nothing runs, so nobody has to watch over it. */
    private int observe(RunSettings settings, ProgramSpec spec, @Nullable ControlSocket socket)
            throws InterruptedException {
        say(spec + " is not run on this node");
        RunSession session = new RunSession(settings, spec, Guard.NOBODY, this::say);
        Signals.onEach(session::signal);
        Primus primus = engine.build(builder().eligible(false), self(), settings.timing());
        ControlSocketOptions.serve(socket, primus, engine.minutes(primus));
        return session.observe(primus);
    }

    private Primus.Builder builder() {
        return alarm.applyTo(Primus.builder())
                .node(self().value())
                .cluster(StoreOptions.orDefault(cluster).value());
    }

    private NodeName self() {
        return name == null ? HostName.asNodeName(console.environment()) : name;
    }

    private RunSettings settings() {
        LeaseTiming timing = engine.timing(grace, ". drain is --grace; see primus advise --help");
        if (lostCode < 0 || lostCode > 255) {
            throw Complaint.usage("--lost-exit-code %d: allowed is 0 to 255.".formatted(lostCode));
        }
        if (healthFailures < 1) {
            throw Complaint.usage("--health-failures %d: allowed is 1 and above.".formatted(healthFailures));
        }
        if (healthEvery.isZero()) {
            throw Complaint.usage("--health-every 0: allowed is above 0.");
        }
        return new RunSettings(
                election,
                timing,
                restart.restart,
                release,
                requireWatch,
                wait,
                health == null
                        ? null
                        : new HealthCheck(
                                health,
                                healthEvery,
                                Map.of("PRIMUS_ELECTION", election.value(), "PRIMUS_NODE", self().value())),
                healthEvery,
                healthFailures,
                lostCode);
    }

    private static Guard guard(CompanionWatch watch) {
        return new Guard() {
            @Override
            public boolean takesOver(ElectionName election, TreeKey tree) {
                return watch.guard(election, tree, PATIENCE_FOR_GUARD);
            }

            @Override
            public void isDone() {
                watch.unguard();
            }
        };
    }

    /** A companion that comes up after the program has started would not know its parent should that die meanwhile. */
    private void awaitWatch(Primus primus, CompanionWatch watch, RunSession session) throws InterruptedException {
        CompletableFuture<String> news = new CompletableFuture<>();
        primus.feed().subscribe("run", record -> {
            if (record.kind() == FeedKind.DEATH_WATCH_UP) {
                news.complete("");
            } else if (record.kind() == FeedKind.DEATH_WATCH_DOWN) {
                say("no death watch: " + record.details().getOrDefault("cause", "?"));
                session.unwatched();
            }
        });
        Duration most = requireWatch ? (wait == null ? Duration.ofDays(1) : wait) : PATIENCE_FOR_WATCH;
        long end = System.nanoTime() + most.toNanos();
        while (!watch.isUp() && !session.isOver() && System.nanoTime() - end < 0) {
            try {
                news.get(100, TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                // another look
            } catch (ExecutionException e) {
                throw new IllegalStateException(e);
            }
        }
        if (requireWatch && !watch.isUp()) {
            session.neverLed();
        }
    }

    private void say(String line) {
        console.say("primus: " + line);
    }
}
