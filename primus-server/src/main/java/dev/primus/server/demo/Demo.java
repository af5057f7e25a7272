package dev.primus.server.demo;

import dev.primus.core.ElectionName;
import dev.primus.server.talk.Console;
import dev.primus.server.talk.ExitCode;
import dev.primus.server.talk.Signals;
import dev.primus.server.talk.Terminal;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** The whole evening: hall, cast, play, and the lights on afterwards. Leaves no process and no file behind. */
public final class Demo {
    static final ElectionName ELECTION = new ElectionName("coordinator");

    private static final List<String> NODES = List.of("core-1", "core-2", "core-3");
    private static final Duration LONG_BREATH = Duration.ofSeconds(2);
    private static final Duration SHORT_BREATH = Duration.ofMillis(300);

    private final Console console;
    private final Hall hall;

    private Demo(Console console, Hall hall) {
        this.console = console;
        this.hall = hall;
    }

    /** Played on a store. */
    public static Demo on(Console console, StoreHall hall) {
        return new Demo(console, hall);
    }

    /** Played by nodes that know each other by who registers first. */
    public static Demo byRegistry(Console console) {
        return new Demo(console, new PeerHall(PeerEngine.REGISTRY, ELECTION, NODES));
    }

    /** Played by nodes that vote. */
    public static Demo byBallot(Console console) {
        return new Demo(console, new PeerHall(PeerEngine.BALLOT, ELECTION, NODES));
    }

    /** Shows everything; the exit code. */
    public int run() throws IOException {
        try (Scratch scratch = new Scratch()) {
            announce();
            hall.prepare(scratch);
            return play(hall.starter(scratch));
        }
    }

    private void announce() {
        Terminal terminal = console.terminal();
        console.out().println(terminal.bold("Primus demo") + ": three processes, one election, one crash.");
        hall.announcement().forEach(console.out()::println);
        console.out().println();
    }

    private int play(Cast.Starter launcher) throws IOException {
        Terminal terminal = console.terminal();
        Screen screen =
                terminal.isTerminal() ? new LiveScreen(console.out(), terminal) : new PlainScreen(console.out());
        AtomicInteger stopped = new AtomicInteger();
        int code;
        List<Step> steps;
        try (Cast cast = new Cast(NODES, launcher)) {
            Play play = new Play(cast, screen, hall, terminal.isTerminal() ? LONG_BREATH : SHORT_BREATH);
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

    private void summarise(List<Step> steps, int code) {
        Summary.print(console, steps);
        if (code == ExitCode.DONE) {
            whatNext();
        }
    }

    private void whatNext() {
        if (!hall.leftovers().isEmpty()) {
            console.out().println(hall.leftovers());
        }
        console.out()
                .println(
                        "Try next:  primus node --node core-1 --election coordinator   in two terminals, one each as core-1 and core-2");
        console.out()
                .println(
                        "           primus status; primus history coordinator          in a third; then kill -9 the leader");
    }
}
