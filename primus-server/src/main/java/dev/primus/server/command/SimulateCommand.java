package dev.primus.server.command;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.primus.server.talk.Complaint;
import dev.primus.server.talk.Console;
import dev.primus.server.talk.ExitCode;
import dev.primus.server.talk.QuietLogging;
import dev.primus.server.view.Json;
import dev.primus.server.view.Spans;
import dev.primus.testkit.sim.Outcome;
import dev.primus.testkit.sim.Simulation;
import dev.primus.testkit.sim.SimulationResult;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** {@code primus simulate}: the engine in a world where everything goes wrong. */
@Command(
        name = "simulate",
        description = {
            "Runs an engine through simulated crashes, pauses, lost replies, wrong clocks and torn networks.",
            "Its promises are checked after every event. A seed decides everything: the same seed is the same run, to the last event."
        },
        footer = {
            "  primus simulate --engine lease --seeds 1..2000",
            "  primus simulate --engine lease --seed 42 --trace",
            "  primus simulate --engine registry --seeds 1..2000 --length 5m",
            "  primus simulate --engine ballot --seeds 1..2000 --length 5m",
            "  primus simulate --engine work --seeds 1..500",
        })
final class SimulateCommand implements Callable<Integer> {

    /** What can be simulated. */
    enum Simulated {
        LEASE(Duration.ofMinutes(10)),
        REGISTRY(Duration.ofMinutes(2)),
        BALLOT(Duration.ofMinutes(2)),
        /** Workers and a coordinator on leases: partitions that are shared out. */
        WORK(Duration.ofMinutes(10));

        private final Duration shortest;

        Simulated(Duration shortest) {
            this.shortest = shortest;
        }
    }

    /** Seeds from one to another, both included. */
    record Seeds(long first, long last) {
        long count() {
            return last - first + 1;
        }
    }

    private static final String WORKERS = "dev.primus.worker";

    private final Console console;

    @Option(
            names = "--engine",
            paramLabel = "NAME",
            description =
                    "Which engine: lease (default), registry or ballot; or work, which is shared out over workers.")
    private Simulated engine = Simulated.LEASE;

    @Option(
            names = "--seeds",
            paramLabel = "A..B",
            converter = SeedsReader.class,
            description = "Which seeds, first and last (default: 1..200).")
    private @Nullable Seeds seeds;

    @Option(names = "--seed", paramLabel = "N", description = "One seed alone.")
    private @Nullable Long seed;

    @Option(names = "--trace", description = "Tell all that happens, line by line; for one seed.")
    private boolean trace;

    @Option(
            names = "--length",
            paramLabel = "TIME",
            description = "Simulated time for each seed, 10m or more, for registry and ballot 2m (default: 30m).")
    private Duration length = Duration.ofMinutes(30);

    @Option(names = "--threads", paramLabel = "N", description = "Threads to use (default: one for each processor).")
    private int threads = Runtime.getRuntime().availableProcessors();

    @Mixin
    @SuppressWarnings("NullAway.Init")
    private OutputOptions output;

    SimulateCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        Seeds wanted = wanted();
        if (threads < 1) {
            throw Complaint.usage("--threads = %d: allowed is 1 and above.".formatted(threads));
        }
        if (length.compareTo(engine.shortest) < 0) {
            throw Complaint.usage("--length = %s: allowed is %dm and above, so that a storm has room to pass."
                    .formatted(Spans.exactly(length), engine.shortest.toMinutes()));
        }
        Simulation simulation = simulation().length(length).threads(threads);
        return console.isVerbose()
                ? run(simulation, wanted)
                : QuietLogging.without(WORKERS, () -> run(simulation, wanted));
    }

    private int run(Simulation simulation, Seeds wanted) {
        return trace ? trace(simulation, wanted) : search(simulation, wanted);
    }

    private Simulation simulation() {
        return switch (engine) {
            case LEASE -> Simulation.lease();
            case REGISTRY -> Simulation.registry();
            case BALLOT -> Simulation.ballot();
            case WORK -> Simulation.work();
        };
    }

    private Seeds wanted() {
        if (seed != null && seeds != null) {
            throw Complaint.usage("--seed and --seeds contradict each other: leave one out.");
        }
        Seeds wanted = seed != null ? new Seeds(seed, seed) : seeds != null ? seeds : new Seeds(1, 200);
        if (trace && wanted.count() > 1) {
            throw Complaint.usage("--trace tells one seed: add --seed N.");
        }
        if (trace && output.isJson()) {
            throw Complaint.usage("--trace is text: leave --json out.");
        }
        return wanted;
    }

    private int trace(Simulation simulation, Seeds one) {
        Outcome outcome = simulation.trace(one.first(), console.out()::println);
        outcome.violations().forEach(violation -> console.out().println("! " + violation));
        console.say("seed %d: %s, %d events, fingerprint %016x"
                .formatted(
                        one.first(),
                        outcome.isClean() ? "no violation" : "VIOLATED",
                        outcome.figures().events(),
                        outcome.fingerprint()));
        return outcome.isClean() ? ExitCode.DONE : ExitCode.FAILED;
    }

    private int search(Simulation simulation, Seeds range) {
        console.say(String.format(
                Locale.ROOT,
                "simulating %,d %s of %s each on %d %s …",
                range.count(),
                range.count() == 1 ? "seed" : "seeds",
                Spans.shortly(length),
                threads,
                threads == 1 ? "thread" : "threads"));
        SimulationResult result = simulation.seeds(range.first(), range.last()).run();
        output.show(() -> lines(result), () -> json(result));
        return result.isClean() ? ExitCode.DONE : ExitCode.FAILED;
    }

    private List<String> lines(SimulationResult result) {
        String verdict = result.isClean() ? "✓ no promise was broken" : "✗ promises were broken";
        return List.of(result.toString(), verdict);
    }

    private static ObjectNode json(SimulationResult result) {
        ObjectNode json = Json.document();
        json.put("seeds", result.figures().seeds());
        json.put("failed", result.failed());
        json.put("simulatedMs", result.figures().simulated().toMillis());
        json.put("tookMs", result.realNanos() / 1_000_000);
        json.put("events", result.figures().events());
        json.put("terms", result.figures().terms());
        ObjectNode faults = json.putObject("faults");
        result.figures().faults().forEach((kind, count) -> faults.put(kind, count));
        ArrayNode failures = json.putArray("failures");
        for (SimulationResult.Failure failure : result.failures()) {
            ObjectNode one = failures.addObject();
            one.put("seed", Long.toString(failure.seed()));
            one.put("violation", failure.outcome().violations().get(0).toString());
            one.put("shrunk", failure.shrunk().toString());
        }
        return json;
    }

    /** Reads {@code 1..2000}. */
    static final class SeedsReader implements ITypeConverter<Seeds> {
        @Override
        public Seeds convert(String text) {
            try {
                String[] ends = text.split("\\.\\.", 2);
                Seeds read = new Seeds(Long.parseLong(ends[0]), Long.parseLong(ends[ends.length - 1]));
                if (read.first() >= 0 && read.first() <= read.last()) {
                    return read;
                }
            } catch (NumberFormatException e) {
                // told below
            }
            throw new TypeConversionException(
                    "'%s' is not a range of seeds: allowed is FIRST..LAST, such as 1..2000".formatted(text));
        }
    }
}
