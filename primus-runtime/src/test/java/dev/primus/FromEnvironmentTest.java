package dev.primus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.primus.core.LeaseTiming;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The library reads an environment only if it is handed one, and then as the program reads it. */
@Tag("G10")
class FromEnvironmentTest {
    private static void withNode(Map<String, String> environment, Consumer<Primus> look) {
        Primus.Builder builder = Primus.builder().node("by-code").store(new StubStores());
        try (Primus primus = builder.fromEnvironment(environment).build()) {
            look.accept(primus);
        }
    }

    @Test
    void takesWhatIsSaid() {
        Map<String, String> environment = Map.ofEntries(
                Map.entry("PRIMUS_NODE", "core-7"),
                Map.entry("PRIMUS_CLUSTER", "blue"),
                Map.entry("PRIMUS_LEASE", " 20s "),
                Map.entry("PRIMUS_RENEW_EVERY", "4s"),
                Map.entry("PRIMUS_MARGIN", "2500ms"),
                Map.entry("PRIMUS_DRIFT", "2%"),
                Map.entry("PRIMUS_IO_TIMEOUT", "1s"),
                Map.entry("PRIMUS_DRAIN", "1.5s"),
                Map.entry("PRIMUS_STRICT_CLOCK", "true"),
                Map.entry("PATH", "/bin"));
        withNode(environment, primus -> {
            assertThat(primus.id().name().value()).isEqualTo("core-7");
            assertThat(primus.cluster().value()).isEqualTo("blue");
            assertThat(primus.timing())
                    .isEqualTo(new LeaseTiming(
                            Duration.ofSeconds(20),
                            Duration.ofSeconds(4),
                            Duration.ofMillis(2500),
                            0.02,
                            Duration.ofSeconds(1),
                            Duration.ofMillis(1500),
                            true));
        });
    }

    @Test
    void whatIsNotSaidOrBlankStaysAsItWas() {
        LeaseTiming before = LeaseTiming.of(Duration.ofSeconds(20)).withDrain(Duration.ofSeconds(1));
        Primus.Builder builder =
                Primus.builder().node("by-code").cluster("blue").timing(before).store(new StubStores());
        Map<String, String> environment = Map.of("PRIMUS_NODE", " ", "PRIMUS_LEASE", "", "PRIMUS_IO_TIMEOUT", "500ms");
        try (Primus primus = builder.fromEnvironment(environment).build()) {
            assertThat(primus.id().name().value()).isEqualTo("by-code");
            assertThat(primus.cluster().value()).isEqualTo("blue");
            assertThat(primus.timing()).isEqualTo(before.withIoTimeout(Duration.ofMillis(500)));
            assertThat(primus.isEligible()).isTrue();
        }
    }

    @Test
    void theLaterCallWins() {
        Primus.Builder builder = Primus.builder().store(new StubStores());
        try (Primus primus = builder.fromEnvironment(Map.of("PRIMUS_NODE", "by-environment"))
                .node("by-code")
                .build()) {
            assertThat(primus.id().name().value()).isEqualTo("by-code");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "COORDINATOR_ELIGIBLE | false  | false",
                "COORDINATOR_ELIGIBLE | true   | true",
                "PRIMUS_ELIGIBLE      | false  | false",
                "PRIMUS_NODE_TYPE     | poller | false",
                "PRIMUS_NODE_TYPE     | core   | true",
            })
    @Tag("G9")
    void saysWhetherThisNodeMayLead(String variable, String value, boolean eligible) {
        withNode(
                Map.of(variable, value),
                primus -> assertThat(primus.isEligible()).isEqualTo(eligible));
    }

    @Test
    @Tag("G9")
    void ourOwnNameWinsOverTheDocuments() {
        withNode(
                Map.of("PRIMUS_ELIGIBLE", "true", "COORDINATOR_ELIGIBLE", "false"),
                primus -> assertThat(primus.isEligible()).isTrue());
    }

    /** The store grants all that is asked for: whoever asked would lead. */
    @Test
    @Tag("G9")
    void whoMayNotLeadObservesDutiesOrNot() {
        withNode(Map.of("COORDINATOR_ELIGIBLE", "false"), primus -> {
            Election election = primus.becomeCoordinator(leadership -> {});
            await().until(() -> election.part() == Part.OBSERVING);
            assertThat(election.duties()).isEqualTo(List.of(new DutyStatus("coordinator", DutyStatus.State.IDLE)));
        });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "PRIMUS_NODE          | a b   | letters, digits and . _ -, at most 63, beginning with a letter or digit",
                "PRIMUS_CLUSTER       | .x    | letters, digits and . _ -, at most 63, beginning with a letter or digit",
                "PRIMUS_LEASE         | 10    | a length of time such as 500ms, 1.5s, 10s, 2m, 1h",
                "PRIMUS_LEASE         | 999999999999d | a length of time such as 500ms, 1.5s, 10s, 2m, 1h",
                "PRIMUS_RENEW_EVERY   | soon  | a length of time such as 500ms, 1.5s, 10s, 2m, 1h",
                "PRIMUS_MARGIN        | -1s   | a length of time such as 500ms, 1.5s, 10s, 2m, 1h",
                "PRIMUS_IO_TIMEOUT    | PT1S  | a length of time such as 500ms, 1.5s, 10s, 2m, 1h",
                "PRIMUS_DRAIN         | 2sec  | a length of time such as 500ms, 1.5s, 10s, 2m, 1h",
                "PRIMUS_LEADERLESS_ALARM | 0  | a whole number of leases from 1 to 1000",
                "PRIMUS_DRIFT         | 60%   | a percentage such as 1%, or a number from 0 to 0.5",
                "PRIMUS_STRICT_CLOCK  | yes   | true or false",
                "PRIMUS_ELIGIBLE      | 1     | true or false",
                "COORDINATOR_ELIGIBLE | maybe | true or false",
                "CLUSTER_COORDINATOR  | on    | true or false",
            })
    void refusesWithNameValueAndWhatIsAllowed(String variable, String value, String allowed) {
        assertThatThrownBy(() -> Primus.builder().fromEnvironment(Map.of(variable, value)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("%s = '%s': allowed is %s.".formatted(variable, value, allowed));
    }

    @Test
    void aNameThatDoesNotCountIsCheckedAllTheSame() {
        Map<String, String> environment = Map.of("PRIMUS_ELIGIBLE", "true", "COORDINATOR_ELIGIBLE", "maybe");
        assertThatThrownBy(() -> Primus.builder().fromEnvironment(environment))
                .hasMessage("COORDINATOR_ELIGIBLE = 'maybe': allowed is true or false.");
    }

    @Test
    @Tag("G13")
    void refusesToElectWhereElectionIsOff() {
        Map<String, String> off = Map.of("COORDINATOR_ELECTION_ENABLED", "false");
        assertThatThrownBy(() -> Primus.builder().fromEnvironment(off))
                .hasMessage("COORDINATOR_ELECTION_ENABLED = 'false': allowed is true;"
                        + " the library knows no static assignment.");
    }

    @Test
    void timesThatAreUnsafeTogetherAreRefusedAtTheStart() {
        Primus.Builder builder = Primus.builder().node("core-1").store(new StubStores());
        builder.fromEnvironment(Map.of("PRIMUS_DRAIN", "9s"));
        assertThatThrownBy(builder::build)
                .hasMessageStartingWith("unsafe lease timing: renewEvery * 1.1 + 2 * ioTimeout + drain = 14.75 s");
    }
}
