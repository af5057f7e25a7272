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
                "--policy Available | --policy = 'Available': allowed is majority or available.",
                "--timing quick | --timing = 'quick': allowed is documented or fast.",
                "--network moon | --network = 'moon': allowed is local or lan or wan.",
            })
    @DisplayName("a word that is not known is refused, not taken for the default")
    void unknownWords(String flags, String said) {
        String line = "node --node n --election e --control-socket none --engine registry --cluster-size 3 " + flags;
        Run run = Run.of(line.split(" "));

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains(said);
    }
}
