package dev.primus.server.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.LeaseTiming;
import dev.primus.server.view.Spans;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AdviseTest {
    @Test
    void tellsTheInequalityAndWhatIsPromised() {
        Run run = Run.of("advise");
        assertThat(run.code()).isZero();
        assertThat(run.out()).isEqualTo("""
                        lease        10 s
                        renew every  2.5 s  (give or take a tenth)
                        margin       1 s
                        drift        1 %%
                        I/O timeout  1.5 s
                        drain        2 s

                        A leader acts for at most (lease - margin)/(1 + drift) = 8.91 s after a renewal was sent.
                          renew every * 1.1 + 2 * I/O timeout + drain = 7.75 s  <=  that = 8.91 s: holds, 1.16 s to spare
                          that = 8.91 s  <=  12/13 of the lease = 9.23 s: holds, 319 ms to spare

                        Worst takeover after a crash     %s, with a store that answers within the I/O timeout
                          with guarded transactions      7.5 s more: a transaction of lease/4 may end first
                        Drift between clocks borne       1 %%, with a clock step of 1 s on top; 12.2 %% without one
                        Pause or store outage borne      2.66 s without a change of leader; any length without two leaders
                        Load on the store at rest        0.40 requests/s for a process that leads, 0.10 for one that stands by
                        """.formatted(Spans.exactly(LeaseTiming.DEFAULT.worstTakeover())));
    }

    @Test
    void unsafeTimesAreAUsageErrorWithEachViolation() {
        Run run = Run.of("advise", "--lease", "3s", "--drain", "2s", "--margin", "10ms");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.out()).contains("BROKEN by");
        assertThat(run.err().lines())
                .hasSize(2)
                .allSatisfy(line -> assertThat(line).startsWith("primus: unsafe: "));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "--lease 3s", "--lease 10s --io-timeout 4s"})
    void theGuideShowsWhatItSays(String options) throws IOException {
        List<String> line = new ArrayList<>(List.of("advise"));
        line.addAll(options.isEmpty() ? List.of() : List.of(options.split(" ")));
        Run run = Run.of(line.toArray(String[]::new));
        assertThat(Files.readString(Path.of("../docs/guide-operator.md"))).contains("```\n" + run.all() + "```\n");
    }

    @Test
    @Tag("Z7")
    void theBallotsTakeoverPauseAndDrift() throws IOException {
        Run run = Run.of("advise", "--engine", "ballot");
        assertThat(run.code()).isZero();
        assertThat(run.out()).isEqualTo("""
                        heartbeat timeout  900 ms  (E)
                        heartbeat every    450 ms  (H, give or take a tenth)
                        round trip         100 ms at most
                        margin             45 ms
                        drift              1 %
                        drain              150 ms
                        discovery timeout  200 ms, asked again after 100 ms
                        election timeout   400 ms
                        windows            400 ms after an election, 2.7 s for a new leader

                        A leader acts for at most (E - margin)/(1 + drift) = 846 ms after a heartbeat was sent.
                          H * 1.1 + 2 * round trip + drain = 845 ms  <=  that = 846 ms: holds, 1 ms to spare

                        Worst takeover after a crash     E * (1 + drift) + election timeout + round trip = 1.409 s
                          each election without result   2.3 s more at most: a rest, and another try
                        Hand-over in good order          500 ms at most
                        First leader after a start       1.409 s at most, once enough voters are there
                        Pause or silence borne           E - H - round trip = 350 ms before another is elected
                          by the leader itself           101 ms before it stops its duties; any length without two leaders
                        Drift between clocks borne       1 %, with 45 ms to spare on top; 6.3 % without
                        """);
        assertThat(Files.readString(Path.of("../docs/guide-ballot.md"))).contains("```\n" + run.all() + "```\n");
    }

    @Test
    @Tag("Z7")
    void theBallotsTimesAreThoseOfTheSettings() {
        Run documented = Run.of("advise", "--engine", "ballot", "--timing", "documented", "--json");
        assertThat(documented.out())
                .startsWith("{\"v\":1,\"engine\":\"ballot\",\"heartbeatTimeoutMs\":15000,\"heartbeatEveryMs\":7500,")
                .contains("\"safe\":true", "\"worstTakeoverMs\":46150,", "\"borneSilenceMs\":6500,");
        Run set = Run.with(
                Map.of("PRIMUS_ENGINE", "ballot", "PRIMUS_HEARTBEAT_TIMEOUT", "6s"), "advise", "--output", "json");
        assertThat(set.out()).contains("\"heartbeatTimeoutMs\":6000,", "\"electionTimeoutMs\":30000,");
    }

    @Test
    @Tag("Z7")
    void unsafeTimesOfTheBallotAreAUsageErrorToo() {
        Run run = Run.with(Map.of("PRIMUS_ELECTION_TIMEOUT", "500ms"), "advise", "--engine", "ballot");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err())
                .isEqualTo("primus: unsafe: election_timeout = 500 ms: allowed is 1000 ms and above"
                        + System.lineSeparator());
        assertThat(Run.of("advise", "--engine", "ballot", "--timing", "quick").err())
                .contains("--timing = 'quick': allowed is documented or fast.");
        assertThat(Run.of("advise", "--engine", "vote").err())
                .contains("--engine = 'vote': allowed is lease, registry or ballot.");
    }

    @Test
    void nonsenseIsToldToo() {
        Run run = Run.of("advise", "--lease", "1s", "--margin", "2s");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("unsafe");
    }

    @Test
    void asJson() {
        Run run = Run.of("advise", "--lease", "20s", "--drift", "2%", "--json");
        assertThat(run.code()).isZero();
        assertThat(run.out())
                .startsWith("{\"v\":1,\"leaseMs\":20000,\"renewEveryMs\":5000,\"marginMs\":2000,\"drift\":0.02,")
                .contains("\"safe\":true")
                .contains("\"worstTakeoverMs\":"
                        + LeaseTiming.of(Duration.ofSeconds(20))
                                .withDrift(0.02)
                                .worstTakeover()
                                .toMillis())
                .contains("\"violations\":[]");
    }
}
