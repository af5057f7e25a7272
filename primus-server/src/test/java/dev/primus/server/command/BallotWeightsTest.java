package dev.primus.server.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.primus.core.ballot.score.Weights;
import dev.primus.server.settings.Settings;
import dev.primus.server.settings.SettingsFile;
import dev.primus.server.talk.Complaint;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every name of the weights, and what is refused. */
@Tag("B6")
class BallotWeightsTest {
    @TempDir
    private Path folder;

    private Weights weights(String toml, Map<String, String> environment) throws Exception {
        Path file = Files.writeString(folder.resolve("primus.toml"), toml);
        return new BallotWeights(Settings.of(SettingsFile.find(file.toString(), Map.of()), environment)).weights();
    }

    @Test
    void whoNamesNoneHasTheDocumentedOnes() {
        assertThat(new BallotWeights(Settings.NONE).weights()).isEqualTo(Weights.DEFAULT);
    }

    @Test
    void theFileNamesAll() throws Exception {
        Weights weights = weights("""
                [ballot.weights]
                uptime = 0.1
                capability = 0.15
                resources = 0.35
                network = 0.05
                experience = 0.05
                reputation = 0.3

                [ballot.resource_weights]
                cpu = 0.7
                memory = 0.1
                disk = 0.15
                network = 0.05
                """, Map.of());
        assertThat(weights)
                .isEqualTo(Weights.DEFAULT
                        .withParts(0.1, 0.15, 0.35, 0.05, 0.05, 0.3)
                        .withResources(new Weights.Resources(0.7, 0.1, 0.15, 0.05)));
        assertThat(weights.violations()).isEmpty();
    }

    @Test
    void theEnvironmentWinsOverTheFile() throws Exception {
        Weights weights = weights(
                "[ballot.weights]\nuptime = 0.2\nreputation = 0.05\n",
                Map.of(
                        "PRIMUS_WEIGHT_REPUTATION",
                        "0.1",
                        "PRIMUS_RESOURCE_WEIGHT_CPU",
                        "0.2",
                        "PRIMUS_RESOURCE_WEIGHT_DISK",
                        "0.3"));
        assertThat(weights)
                .isEqualTo(Weights.DEFAULT
                        .withParts(0.2, 0.2, 0.2, 0.15, 0.15, 0.1)
                        .withResources(new Weights.Resources(0.2, 0.3, 0.3, 0.2)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "PRIMUS_WEIGHT_UPTIME | 0.4 | ballot.weights = 1.1 in sum (uptime 0.4, capability 0.2, resources 0.2, network 0.15, experience 0.15, reputation 0): allowed is 1.",
                "PRIMUS_WEIGHT_UPTIME | 0.3000004 | fine",
                "PRIMUS_WEIGHT_UPTIME | 0.300001 | ballot.weights = 1.000001 in sum",
                "PRIMUS_RESOURCE_WEIGHT_DISK | 0 | ballot.resource_weights = 0.8 in sum (cpu 0.3, memory 0.3, disk 0, network 0.2): allowed is 1.",
                "PRIMUS_WEIGHT_CAPABILITY | 1.01 | PRIMUS_WEIGHT_CAPABILITY = '1.01': allowed is a number from 0 to 1.",
                "PRIMUS_WEIGHT_NETWORK | NaN | PRIMUS_WEIGHT_NETWORK = 'NaN': allowed is a number from 0 to 1.",
                "PRIMUS_WEIGHT_EXPERIENCE | -0.1 | PRIMUS_WEIGHT_EXPERIENCE = '-0.1': allowed is a number from 0 to 1.",
                "PRIMUS_WEIGHT_REPUTATION | much | PRIMUS_WEIGHT_REPUTATION = 'much': allowed is a number from 0 to 1.",
            })
    void whatIsNotAllowedIsRefused(String name, String value, String said) throws Exception {
        if (said.equals("fine")) {
            assertThat(weights("", Map.of(name, value)).violations()).isEmpty();
        } else {
            assertThatThrownBy(() -> weights("", Map.of(name, value)))
                    .isInstanceOf(Complaint.class)
                    .hasMessageContaining(said);
        }
    }

    @Test
    void theFileIsRefusedWithItsOwnName() {
        assertThatThrownBy(() -> weights("[ballot.weights]\nresources = { cpu = 1 }\n", Map.of()))
                .isInstanceOf(Complaint.class)
                .hasMessageContaining("ballot.weights.resources is a table or list: allowed is a number from 0 to 1.");
        assertThatThrownBy(() -> weights("[ballot.weights]\nuptme = 0.3\n", Map.of()))
                .isInstanceOf(Complaint.class)
                .hasMessageContaining("unknown setting 'ballot.weights.uptme'. Did you mean 'ballot.weights.uptime'?");
    }

    @Test
    void aNodeIsRefusedAtItsStart() {
        Run run = Run.with(
                Map.of("PRIMUS_WEIGHT_UPTIME", "0.4"),
                ("node --node core-1 --election e --control-socket none --engine ballot --cluster-size 1 --files "
                                + folder)
                        .split(" "));
        assertThat(run.code()).as(run.err()).isEqualTo(2);
        assertThat(run.err()).contains("ballot.weights = 1.1 in sum");
    }

    @Test
    void configShowsThem() {
        Run run = Run.with(Map.of("PRIMUS_WEIGHT_UPTIME", "0.25"), "config");
        assertThat(run.out())
                .containsPattern("ballot.weights.uptime +0.25 +PRIMUS_WEIGHT_UPTIME")
                .containsPattern("ballot.weights.reputation +0 +default")
                .containsPattern("ballot.resource_weights.cpu +0.3 +default");
    }
}
