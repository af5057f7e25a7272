package dev.primus.server.demo;

import dev.primus.core.ClusterName;
import dev.primus.core.LeaseTiming;
import dev.primus.core.spi.WorkBooks;
import dev.primus.server.store.Credentials;
import dev.primus.server.store.StoreAccess;
import dev.primus.server.store.StoreUrl;
import dev.primus.server.talk.Console;
import dev.primus.server.talk.ExitCode;
import dev.primus.server.talk.Signals;
import dev.primus.server.view.Spans;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** The other evening: work that is shared out. On a file of its own; leaves no process and no file behind. */
public final class PartitionsDemo {
    private static final ClusterName CLUSTER = new ClusterName("primus-demo");
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final Console console;
    private final LeaseTiming timing;

    public PartitionsDemo(Console console, LeaseTiming timing) {
        this.console = console;
        this.timing = timing;
    }

    /** Shows everything; the exit code. */
    public int run() throws IOException {
        try (Scratch scratch = new Scratch()) {
            console.out()
                    .println(console.terminal().bold("Primus demo")
                            + ": %d partitions, two coordinators, four workers, a process each."
                                    .formatted(PartitionsPlay.PARTITIONS));
            console.out()
                    .println("Lease: %s, of coordinators and of workers. In the picture: █ has it, » lets it go."
                            .formatted(Spans.exactly(timing.lease())));
            console.out().println();
            StoreUrl url = StoreUrl.sqlite(scratch.folder().resolve("demo.db"));
            StoreAccess access = StoreAccess.to(url, Credentials.NONE);
            access.admin().createOrUpgrade();
            Cast.Starter starter = new WorkLauncher(
                    new NodeLauncher(url, Credentials.NONE, CLUSTER, Demo.ELECTION.value(), timing, scratch.folder()));
            try (WorkBooks books = access.work(CLUSTER, PATIENCE)) {
                return play(books, starter);
            }
        }
    }

    private int play(WorkBooks books, Cast.Starter starter) throws IOException {
        List<String> names = new ArrayList<>(PartitionsPlay.NODES);
        names.addAll(PartitionsPlay.WORKERS);
        AtomicInteger stopped = new AtomicInteger();
        int code;
        List<Step> steps;
        try (Cast cast = new Cast(names, starter)) {
            PartitionsPlay play =
                    new PartitionsPlay(cast, books, new PlainScreen(console.out()), console.out(), timing);
            steps = play.steps();
            Signals.onStop(signal -> {
                stopped.set(Signals.exitCode(signal));
                cast.stop();
            });
            code = perform(play);
        }
        if (stopped.get() != 0) {
            return stopped.get();
        }
        Summary.print(console, steps);
        if (code == ExitCode.DONE) {
            console.out().println("Try next:  docs/partitions.md, a worker in ten lines; primus partitions --help");
        }
        return code;
    }

    private int perform(PartitionsPlay play) throws IOException {
        try {
            play.perform();
            return ExitCode.DONE;
        } catch (StepFailed e) {
            return ExitCode.FAILED;
        } catch (InterruptedException e) {
            console.say("primus: ending the processes (again to stop at once) …");
            return ExitCode.FAILED;
        }
    }
}
