package dev.primus.benchmarks;

import dev.primus.Election;
import dev.primus.Leadership;
import dev.primus.Primus;
import dev.primus.jdbc.JdbcStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** What asking costs, beside the clock it has to read. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(2)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@SuppressWarnings("NullAway.Init")
public class IsHeldBenchmark {
    private Primus primus;
    private Election election;
    private Leadership leadership;

    @Setup
    public void lead() throws Exception {
        Path folder = Files.createTempDirectory("primus-bench");
        primus = Primus.builder()
                .node("bench")
                .store(JdbcStore.sqlite(folder.resolve("primus.db")))
                .build();
        election = primus.election("bench").join();
        if (!election.awaitLeadership(Duration.ofSeconds(10))) {
            throw new IllegalStateException("does not lead");
        }
        leadership = election.leadership().orElseThrow();
    }

    @TearDown
    public void close() {
        primus.close();
    }

    @Benchmark
    public long nanoTime() {
        return System.nanoTime();
    }

    @Benchmark
    public boolean isHeld() {
        return leadership.isHeld();
    }

    @Benchmark
    public boolean isLeader() {
        return election.isLeader();
    }
}
