package dev.primus.server.command;

import dev.primus.Election;
import dev.primus.ElectionBuilder;
import dev.primus.Primus;
import dev.primus.core.ClusterName;
import dev.primus.core.ElectionName;
import dev.primus.core.LeaseTiming;
import dev.primus.core.NodeName;
import dev.primus.server.control.Extras;
import dev.primus.server.control.socket.ControlSocket;
import dev.primus.server.duties.BuiltInDuties;
import dev.primus.server.store.StoreAccess;
import dev.primus.server.talk.Console;
import dev.primus.server.talk.ExitCode;
import dev.primus.server.talk.Signals;
import dev.primus.server.view.Spans;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code primus node}: takes part until it is told to stop. */
@Command(
        name = "node",
        description = {
            "Takes part in elections and tells what happens.",
            "TERM or Ctrl-C hands leadership over and stops; a second one stops at once."
        },
        footer = {
            "  primus node --election coordinator",
            "  primus node --node core-1 --election coordinator,billing --lease 5s",
            "  primus node --node watcher --election coordinator --observe",
            "  primus node --election coordinator --allocate",
            "  primus node --election coordinator --engine registry --bind 10.0.0.1:7800 --peers 10.0.0.1:7800,10.0.0.2:7800,10.0.0.3:7800 --secret-file secret.txt",
            "  primus node --election coordinator --engine ballot --bind 10.0.0.1:7800 --peers 10.0.0.1:7800,10.0.0.2:7800,10.0.0.3:7800 --secret-file secret.txt --key core-1.pem --members members",
            "  primus node --election coordinator --store jdbc:postgresql://db/app --user app --password-file pw.txt",
        })
final class NodeCommand implements Callable<Integer> {
    private final Console console;

    @Option(
            names = "--node",
            paramLabel = "NAME",
            description = "This node's name, one process each (default: the host's name).")
    private @Nullable NodeName name;

    @Option(
            names = "--election",
            paramLabel = "NAME",
            split = ",",
            required = true,
            description = "Elections to take part in; repeat it, or separate them by commas.")
    private List<ElectionName> elections = new ArrayList<>();

    @Option(names = "--observe", description = "Only watch: never lead, but know who does.")
    private boolean observe;

    @Option(names = "--cluster", paramLabel = "NAME", description = "Which cluster of the store (default: default).")
    private @Nullable ClusterName cluster;

    @Option(
            names = "--events",
            paramLabel = "text|ndjson",
            description = "What happens as text (default), or as one JSON object per line.")
    private EventPrinter.Format events = EventPrinter.Format.TEXT;

    /** For a parent process: its end of the pipe closes when it dies, however it dies. */
    @Option(names = "--stop-at-eof", hidden = true)
    private boolean stopAtEof;

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
    private AllocateOptions allocation;

    @Mixin
    @SuppressWarnings("NullAway.Init")
    private EngineOptions engine;

    NodeCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws InterruptedException {
        LeaseTiming timing = engine.timing(null, ". See: primus advise --help");
        if (role.isElectionOn()) {
            observe |= !role.mayLead(console);
        }
        StoreAccess work = allocation.isOn() ? engine.work() : null;
        NodeName self = name == null ? HostName.asNodeName(console.environment()) : name;
        CountDownLatch stop = new CountDownLatch(1);
        Signals.onStop(signal -> {
            console.say("primus: " + signal + ": handing over and stopping (again to stop at once) …");
            stop.countDown();
        });
        if (stopAtEof) {
            stopAtEof(stop);
        }
        if (!role.isElectionOn()) {
            return standStill(stop);
        }
        try (ControlSocket socket = control.claim(StoreOptions.orDefault(cluster), self)) {
            Primus.Builder node = alarm.applyTo(Primus.builder())
                    .node(self.value())
                    .eligible(!observe)
                    .cluster(StoreOptions.orDefault(cluster).value());
            Primus primus = engine.build(node, self, timing);
            try (BuiltInDuties duties = engine.duties(primus, console.settings(), role.isPoller(), elections.get(0))) {
                ControlSocketOptions.serve(
                        socket, primus, duties == null ? Extras.NONE : duties, engine.minutes(primus));
                return takePart(primus, new Tasks(duties, work), stop, timing);
            }
        }
    }

    private int standStill(CountDownLatch stop) throws InterruptedException {
        role.tellAssignment(console, listed());
        stop.await();
        return ExitCode.DONE;
    }

    /**
     * What this node does if it leads.
     *
     * @param duties null if it has none
     * @param work where work is shared out; null if it is not by this node
     */
    private record Tasks(
            @Nullable BuiltInDuties duties, @Nullable StoreAccess work) {}

    private int takePart(Primus primus, Tasks tasks, CountDownLatch stop, LeaseTiming timing)
            throws InterruptedException {
        EventPrinter printer = new EventPrinter(console, events);
        try (primus) {
            primus.feed().subscribe("console", printer);
            primus.ballotOffice()
                    .ifPresent(office -> office.onElectionComplete(report -> printer.tell(primus.id(), report)));
            console.say("primus: %s takes part in %s; %s, lease %s. Ctrl-C hands over and stops."
                    .formatted(primus.id(), listed(), engine.ground(), Spans.exactly(timing.lease())));
            elections.stream().distinct().forEach(election -> join(primus, tasks, election));
            stop.await();
        }
        printer.awaitLast(primus.feed());
        return printer.hasUnconfirmed() ? ExitCode.UNKNOWN : ExitCode.DONE;
    }

    /** The first election is the one whose leader has the built-in duties. */
    private Election join(Primus primus, Tasks tasks, ElectionName election) {
        ElectionBuilder part = primus.election(election.value());
        if (observe) {
            return part.asObserver().join();
        }
        if (election.equals(elections.get(0))) {
            if (tasks.duties() != null) {
                tasks.duties().join(part);
            }
            if (tasks.work() != null) {
                allocation.join(part, tasks.work(), primus.cluster(), primus.timing());
            }
        }
        return part.join();
    }

    private String listed() {
        return elections.stream().distinct().map(ElectionName::value).collect(Collectors.joining(", "));
    }

    private static void stopAtEof(CountDownLatch stop) {
        Thread watch = new Thread(
                () -> {
                    try {
                        while (System.in.read() >= 0) {
                            // whatever the parent says, only its silence matters
                        }
                    } catch (IOException e) {
                        // as good as closed
                    }
                    stop.countDown();
                },
                "primus-parent-watch");
        watch.setDaemon(true);
        watch.start();
    }
}
