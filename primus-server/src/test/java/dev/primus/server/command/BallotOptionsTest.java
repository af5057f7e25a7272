package dev.primus.server.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a node that would vote is refused, before it has spoken to anybody. */
@Tag("B11")
class BallotOptionsTest {
    @TempDir
    private Path folder;

    private Run node(String flags, Map<String, String> environment) {
        String line = "node --node core-1 --election e --control-socket none --engine ballot"
                + (flags.contains("--cluster-size") ? " " : " --cluster-size 3 ")
                + flags;
        return Run.with(environment, line.replace("FOLDER", folder.toString()).split(" "));
    }

    private void refused(Run run, String said) {
        assertThat(run.code()).as(run.err()).isEqualTo(2);
        assertThat(run.err().replace(folder.toString(), "FOLDER")).contains(said);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--key k.pem | --key and --members go together: allowed is both, or none.",
                "--members m | --key and --members go together: allowed is both, or none.",
                "--capability a/b | --capability = 'a/b': allowed is",
                "--policy lease_tie_break --cluster-size 2 | --policy = 'lease_tie_break', and --engine = 'ballot': allowed is majority, available or last_known",
                "--cluster-size 2 | --policy is not set, and with two nodes there is no safe default",
                "--preset quick | --timing = 'quick': allowed is documented or fast.",
                "--bind 10.0.0.1:7800 | bind address '10.0.0.1:7800' is not usable without a secret and without TLS",
                "--key FOLDER/none.pem --members FOLDER/none | --key = 'FOLDER/none.pem' cannot be read",
                "--voters a,b,c --cluster-size 4 | --cluster-size = 4, and --voters names 3: allowed is 3, or to leave it out.",
                "--voters a,b,a | --voters = 'a,b,a': allowed is each name once.",
                "--voters a,b?,c | --voters = 'a,b?,c': node name 'b?' is not usable",
                "--voters a,b,c --policy available | --voters = 'a,b,c', and --policy = 'available': allowed is majority or last_known",
                "--policy last_known | --policy = 'last_known', and --voters is not set: allowed is with the names of all nodes that vote at first.",
                "--peers-from store | --peers-from = 'store', and --store is not set",
            })
    void mistakes(String flags, String said) {
        refused(node(flags, Map.of()), said);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "PRIMUS_ELECTION_TIMEOUT | 500ms | unsafe ballot timing: election_timeout = 500 ms: allowed is 1000 ms and above",
                "PRIMUS_HEARTBEAT_TIMEOUT | 50ms | PRIMUS_HEARTBEAT_TIMEOUT = '50ms': allowed is a length of time from 100ms to 24h",
                "PRIMUS_DISCOVERY_TIMEOUT | 1ms | PRIMUS_DISCOVERY_TIMEOUT = '1ms': allowed is a length of time from 10ms to 24h",
                "PRIMUS_DISCOVERY_BACKOFF | soon | PRIMUS_DISCOVERY_BACKOFF = 'soon': allowed is a length of time from 10ms to 24h",
                "CHORUS_ELECTION_MIN_TERM | 25h | CHORUS_ELECTION_MIN_TERM = '25h': allowed is a length of time from 0s to 24h",
                "CHORUS_LEADER_MIN_TERM | -1s | CHORUS_LEADER_MIN_TERM = '-1s': allowed is a length of time from 0s to 24h",
                "PRIMUS_VOTERS | a,b,a | PRIMUS_VOTERS = 'a,b,a': allowed is names of nodes, each once, separated by commas",
                "PRIMUS_CAPABILITIES | a,,b | PRIMUS_CAPABILITIES = 'a,,b': allowed is names of letters, digits",
            })
    @Tag("B8")
    void badValuesAreNeverMended(String name, String value, String said) {
        refused(node("--timing documented", Map.of(name, value)), said);
    }

    @Test
    void theKeyMustBeListedAndNobodyClaimsMoreThanIsVouchedFor() throws Exception {
        Path key = folder.resolve("core-1.pem");
        Run made =
                Run.of("keys", "make", "--node", "core-1", "--out", key.toString(), "--capability", "admin_election");
        Path members = Files.writeString(folder.resolve("members"), made.out());
        Path others = Files.writeString(folder.resolve("others"), made.out().replaceFirst("core-1", "core-2"));
        refused(
                node("--key FOLDER/core-1.pem --members " + others, Map.of()),
                "and 'FOLDER/others' lists none for core-1: allowed is a key that is listed.");
        refused(
                node("--key FOLDER/core-1.pem --capability project_manager --members " + members, Map.of()),
                "--capability = 'project_manager', and 'FOLDER/members' lists admin_election for core-1: allowed is the same");
    }

    @Test
    void theEnvironmentChoosesThePreset() {
        refused(
                node("", Map.of("PRIMUS_TIMING", "fast", "PRIMUS_ELECTION_TIMEOUT", "50ms")),
                "election_timeout = 50 ms: allowed is 100 ms and above.");
        refused(
                node("--preset documented", Map.of("PRIMUS_TIMING", "fast", "PRIMUS_ELECTION_TIMEOUT", "50ms")),
                "election_timeout = 50 ms: allowed is 1000 ms and above.");
    }

    @Test
    void keysAreOfWhoTakesPartAndNotOfWhoMakesThem() {
        Run run = Run.with(
                Map.of("PRIMUS_CAPABILITIES", "gpu", "PRIMUS_KEY", "k", "PRIMUS_MEMBERS", "m"),
                "keys",
                "make",
                "--node",
                "core-9",
                "--out",
                folder.resolve("core-9.pem").toString());
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out()).doesNotContain("gpu");
    }

    @Test
    @Tag("B12")
    void votersMayBeNamedInTheFileAndNeedNoCount() throws Exception {
        Path file = Files.writeString(
                folder.resolve("primus.toml"),
                "engine = \"ballot\"\n[registry]\npolicy = \"last_known\"\n[ballot]\nvoters = [\"core-1\", \"core-2\", \"core-3\"]\n");
        Run run = Run.of("config", "--config", file.toString());
        assertThat(run.out())
                .containsPattern("ballot.voters +core-1,core-2,core-3 +primus.toml: ballot.voters")
                .containsPattern("registry.policy +last_known +primus.toml: registry.policy");
        String line = "node --node core-1 --election e --control-socket none --config " + file;
        refused(
                Run.of((line + " --bind 10.0.0.1:7800").split(" ")),
                "bind address '10.0.0.1:7800' is not usable without a secret and without TLS");
        refused(
                Run.of((line + " --cluster-size 5").split(" ")),
                "--cluster-size = 5, and --voters names 3: allowed is 3, or to leave it out.");
        refused(
                Run.of((line + " --engine registry").split(" ")),
                "and --engine = 'registry': allowed is --voters with");
    }

    @Test
    void configTellsWhereEachCameFrom() throws Exception {
        Path file = Files.writeString(
                folder.resolve("primus.toml"),
                "[security.election_config]\ndiscovery_timeout = \"4s\"\ncapabilities = [\"admin_election\", \"gpu\"]\n");
        Run run = Run.with(Map.of("CHORUS_LEADER_MIN_TERM", "7s"), "config", "--config", file.toString());
        assertThat(run.out())
                .containsPattern(
                        "security.election_config.discovery_timeout +4s +primus.toml: security.election_config.discovery_timeout")
                .containsPattern("security.election_config.capabilities +admin_election,gpu +primus.toml")
                .containsPattern("ballot.leader_min_term +7s +CHORUS_LEADER_MIN_TERM")
                .containsPattern("ballot.election_min_term +2 x discovery timeout +default");
    }
}
