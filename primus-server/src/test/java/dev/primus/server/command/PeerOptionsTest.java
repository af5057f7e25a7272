package dev.primus.server.command;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PeerOptionsTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--policy Available | --policy = 'Available': allowed is majority or available or last_known or lease_tie_break.",
                "--timing quick | --timing = 'quick': allowed is documented or fast.",
                "--policy lease_tie_break | policy = lease_tie_break: with 3 members a majority of them decides better;",
                "--policy lease_tie_break --cluster-size 2 | --policy = 'lease_tie_break', and --store is not set: allowed is",
                "--policy last_known | --policy = 'last_known', and --engine = 'registry': allowed is majority, available or lease_tie_break, for only",
                "--voters a,b,c | --voters = 'a,b,c', and --engine = 'registry': allowed is --voters with --engine ballot only; here members are",
                "--network moon | --network = 'moon': allowed is local or lan or wan.",
            })
    @DisplayName("a word that is not known is refused, not taken for the default")
    void unknownWords(String flags, String said) {
        String line = "node --node n --election e --control-socket none --engine registry " + flags
                + (flags.contains("--cluster-size") ? "" : " --cluster-size 3");
        Run run = Run.of(line.split(" "));

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains(said);
    }
}
