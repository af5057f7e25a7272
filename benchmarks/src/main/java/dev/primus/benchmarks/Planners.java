package dev.primus.benchmarks;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.primus.benchmarks.allocator.Shapes;
import dev.primus.benchmarks.allocator.Trial;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Who works on which partition: how long it takes to decide that, how even it is, and how much moves when one worker leaves;
 * ours beside Kafka's and Helix's. Each in a process of its own, one after the other.
 */
final class Planners {
    private static final int LIMIT_SECONDS = 120;
    private static final List<String> ALLOCATORS =
            List.of("primus", "primus-written-out", "kafka", "helix-auto", "helix-crushed");
    private static final int[][] SIZES = {{10_000, 100}, {100_000, 1_000}, {1_000_000, 1_000}};
    private static final int[][] SHAPES = {
        {1_000_000, 1_000, 1}, {100_000, 1_000, 100}, {1_000_000, 1_000, 1_000}, {100_000, 1_000, 10_000}
    };

    private Planners() {}

    static void measure() throws IOException, InterruptedException {
        besideOthers();
        otherShapes();
    }

    private static void besideOthers() throws IOException, InterruptedException {
        System.out.printf("%n### Planners, one list, equal workers; median of so many runs after a warm-up%n%n");
        System.out.println(
                "| partitions x workers | planner | full, ms (runs) | spread | one leaves, ms (runs) | spread"
                        + " | moved / had |\n|---|---|---|---|---|---|---|");
        for (int[] size : SIZES) {
            for (String allocator : ALLOCATORS) {
                System.out.printf(
                        "| %,d x %,d | %s | %s |%n",
                        size[0], size[1], allocator, outcome(Trial.class, allocator, size[0], size[1]));
            }
        }
    }

    private static void otherShapes() throws IOException, InterruptedException {
        System.out.printf("%n### Ours with many lists and scattered partitions: median ms; partitions moved%n%n");
        System.out.println("| partitions x workers | lists | full | one leaves | one joins | scattered, evened out"
                + " | scattered, one leaves | joins, all on their way |\n|---|---|---|---|---|---|---|---|");
        for (int[] shape : SHAPES) {
            String cells = outcome(Shapes.class, shape[0], shape[1], shape[2]);
            System.out.printf("| %,d x %,d | %,d | %s |%n", shape[0], shape[1], shape[2], cells);
        }
    }

    private static String outcome(Class<?> trial, Object... arguments) throws IOException, InterruptedException {
        File output = File.createTempFile("primus-trial", ".txt");
        try {
            List<String> command = new ArrayList<>(List.of(
                    ProcessHandle.current().info().command().orElse("java"),
                    "-Xmx4g",
                    "-cp",
                    System.getProperty("java.class.path"),
                    trial.getName()));
            Stream.of(arguments).map(Object::toString).forEach(command::add);
            Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .redirectOutput(output)
                    .start();
            if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
                return "over %d s in all | | | |".formatted(LIMIT_SECONDS);
            }
            List<String> lines = Files.readAllLines(output.toPath(), UTF_8);
            return process.exitValue() == 0 ? lines.get(lines.size() - 1) : "failed | | | |";
        } finally {
            Files.deleteIfExists(output.toPath());
        }
    }
}
