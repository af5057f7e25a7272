package dev.primus.server.demo;

import dev.primus.core.ClusterName;
import dev.primus.core.ElectionName;
import dev.primus.core.LeaseTiming;
import dev.primus.core.spi.Ledger;
import dev.primus.core.spi.Sighting;
import dev.primus.core.spi.TermRecord;
import dev.primus.server.store.Credentials;
import dev.primus.server.store.StoreAccess;
import dev.primus.server.store.StoreUrl;
import dev.primus.server.talk.Complaint;
import dev.primus.server.talk.Console;
import dev.primus.server.talk.ExitCode;
import dev.primus.server.talk.Signals;
import dev.primus.server.talk.Terminal;
import dev.primus.server.view.Spans;
import dev.primus.server.view.Table;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** The whole evening: hall, cast, play, and the lights on afterwards. Leaves no process and no file behind. */
public final class Demo {
    private static final ElectionName ELECTION = new ElectionName("coordinator");
    private static final List<String> NODES = List.of("core-1", "core-2", "core-3");
    private static final Duration LONG_BREATH = Duration.ofSeconds(2);
    private static final Duration SHORT_BREATH = Duration.ofMillis(300);
    private static final int TERMS_READ = 20;

    private final Console console;
    private final @Nullable StoreUrl named;
    private final Credentials credentials;
    private final ClusterName cluster;
    private final LeaseTiming timing;

    /** A demo on a store of the user's, or on a file of its own if {@code named} is null. */
    public Demo(
            Console console,
            @Nullable StoreUrl named,
            Credentials credentials,
            ClusterName cluster,
            LeaseTiming timing) {
        this.console = console;
        this.named = named;
        this.credentials = credentials;
        this.cluster = cluster;
        this.timing = timing;
    }

    /** Shows everything; the exit code. */
    public int run() throws IOException {
        try (Scratch scratch = new Scratch()) {
            StoreUrl store = named == null ? StoreUrl.sqlite(scratch.folder().resolve("demo.db")) : named;
            announce(store);
            StoreAccess access = StoreAccess.to(store, credentials);
            access.admin().createOrUpgrade();
            refuseIfBusy(access);
            return play(
                    access, new NodeLauncher(store, credentials, cluster, ELECTION.value(), timing, scratch.folder()));
        }
    }

    private void announce(StoreUrl store) {
        Terminal terminal = console.terminal();
        console.out().println(terminal.bold("Primus demo") + ": three processes, one election, one crash.");
        console.out().println("Store: " + (named == null ? "an SQLite file in a temporary folder" : store));
        console.out()
                .println("Lease: %s, renewed every %s, I/O timeout %s."
                        .formatted(
                                Spans.exactly(timing.lease()),
                                Spans.exactly(timing.renewEvery()),
                                Spans.exactly(timing.ioTimeout())));
        console.out().println();
    }

    /** Two demos in one cluster would spoil each other's story. */
    private void refuseIfBusy(StoreAccess access) {
        try (Ledger ledger = access.stores().ledger(cluster)) {
            for (Sighting row : ledger.elections()) {
                if (row.election().equals(ELECTION) && row.isLive()) {
                    throw Complaint.refused(
                            "somebody leads '%s' in cluster '%s' already, perhaps another demo: wait %s and try again, or choose another --cluster."
                                    .formatted(
                                            ELECTION,
                                            cluster,
                                            Spans.shortly(row.lease().plus(timing.lease()))));
                }
            }
        }
    }

    private int play(StoreAccess access, NodeLauncher launcher) throws IOException {
        Terminal terminal = console.terminal();
        Screen screen =
                terminal.isTerminal() ? new LiveScreen(console.out(), terminal) : new PlainScreen(console.out());
        AtomicInteger stopped = new AtomicInteger();
        int code;
        List<Step> steps;
        try (Cast cast = new Cast(NODES, launcher)) {
            Play play = new Play(
                    cast, screen, timing, terminal.isTerminal() ? LONG_BREATH : SHORT_BREATH, () -> history(access));
            steps = play.steps();
            cast.onGlance(() -> screen.show(cast.players(), steps));
            Signals.onStop(signal -> {
                stopped.set(Signals.exitCode(signal));
                cast.stop();
            });
            code = perform(play);
            if (stopped.get() == 0) {
                screen.show(cast.players(), steps);
            }
        }
        screen.end();
        if (stopped.get() != 0) {
            return stopped.get();
        }
        summarise(steps, code);
        return code;
    }

    private int perform(Play play) throws IOException {
        try {
            play.perform();
            return ExitCode.DONE;
        } catch (StepFailed e) {
            return ExitCode.FAILED;
        } catch (InterruptedException e) {
            // Told here and not by the signal's thread, which would write into the painted table.
            console.say("primus: ending the three processes (again to stop at once) …");
            return ExitCode.FAILED;
        }
    }

    private List<TermRecord> history(StoreAccess access) {
        try (Ledger ledger = access.stores().ledger(cluster)) {
            return ledger.history(ELECTION, TERMS_READ);
        }
    }

    private void summarise(List<Step> steps, int code) {
        Table table = new Table("", "STEP", "PROMISED", "HAPPENED");
        for (Step step : steps) {
            String mark = switch (step.state()) {
                case KEPT -> "✓";
                case BROKEN -> "✗";
                case RUNNING, AHEAD -> "–";
            };
            table.row(mark, step.title(), step.promised(), outcome(step));
        }
        console.out().println();
        table.lines().forEach(console.out()::println);
        console.out().println();
        if (code == ExitCode.DONE) {
            whatNext();
        } else {
            steps.stream()
                    .filter(step -> step.state() == Step.State.BROKEN)
                    .forEach(step -> console.err().println("primus: " + step.title() + ": " + step.happened()));
        }
    }

    private static String outcome(Step step) {
        return switch (step.state()) {
            case KEPT -> step.happened();
            case BROKEN -> "did not happen, see below";
            case RUNNING, AHEAD -> "not shown";
        };
    }

    private void whatNext() {
        if (named != null) {
            console.out().println("Left in the database: the tables primus_*, with rows of cluster " + cluster + ".");
        }
        console.out()
                .println(
                        "Try next:  primus node --node core-1 --election coordinator   in two terminals, one each as core-1 and core-2");
        console.out()
                .println(
                        "           primus status; primus history coordinator          in a third; then kill -9 the leader");
    }
}
