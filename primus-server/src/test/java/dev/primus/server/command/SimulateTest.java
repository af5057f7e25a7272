package dev.primus.server.command;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("Z3")
class SimulateTest {
    @Test
    void aRangeOfSeeds() {
        Run run = Run.of("simulate", "--engine", "lease", "--seeds", "1..3", "--length", "10m");
        assertThat(run.code()).as(run.all()).isZero();
        assertThat(run.out()).contains("3 seeds").contains("✓ no promise was broken");
        assertThat(run.err()).contains("simulating 3 seeds of 10 m each");
    }

    @Test
    @Tag("P5")
    void workThatIsSharedOut() {
        Run run = Run.of("simulate", "--engine", "work", "--seeds", "1..2", "--length", "10m");
        assertThat(run.code()).as(run.all()).isZero();
        assertThat(run.out()).contains("2 seeds").contains("✓ no promise was broken");
        assertThat(run.err()).as("what goes wrong there is meant to").doesNotContain("WARN");
    }

    @Test
    void oneSeedTwiceIsTheSameTrace() {
        String[] line = {"simulate", "--seed", "2", "--trace", "--length", "10m"};
        Run once = Run.of(line);
        assertThat(once.code()).isZero();
        assertThat(once.out()).contains("became_leader");
        assertThat(Run.of(line)).isEqualTo(once);
    }

    @Test
    void asJson() {
        assertThat(Run.of("simulate", "--seed", "2", "--length", "10m", "--json")
                        .out())
                .startsWith("{\"v\":1,\"seeds\":1,\"failed\":0,\"simulatedMs\":600000,");
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "--engine raft, expected one of [LEASE",
                "--seeds 5..1, '5..1' is not a range of seeds",
                "--seeds a..b, allowed is FIRST..LAST",
                "--seeds 1..2 --trace, --trace tells one seed",
                "--seeds 1..2 --seed 1, contradict each other",
                "--threads 0, --threads = 0: allowed is 1 and above",
                "--length 1m, --length = 60 s: allowed is 10m and above",
            })
    void wrongUsage(String line, String sentence) {
        Run run = Run.of(("simulate " + line).split(" "));
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains(sentence);
    }
}
