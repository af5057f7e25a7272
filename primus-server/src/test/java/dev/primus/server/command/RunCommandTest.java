package dev.primus.server.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("Z5")
@DisplayName("primus run says what is wrong before anything is tried, with codes that are not the program's")
class RunCommandTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "run|--election=NAME",
                "run --election e|PROGRAM",
                "run --election e --restart sometimes -- true|never, on-failure or always",
                "run --election e --grace soon -- true|such as 500ms",
                "run --election e --lost-exit-code 256 -- true|--lost-exit-code 256: allowed is 0 to 255",
                "run --election e --health-failures 0 -- true|--health-failures 0: allowed is 1 and above",
                "run --election e --health-every 0s -- true|--health-every 0: allowed is above 0",
                "run --election e --graze 1s -- true|unknown option",
            })
    void wrongUsageIs125(String line, String why) {
        Run run = Run.of(line.split(" "));
        assertThat(run.code()).isEqualTo(125);
        assertThat(run.err()).contains(why);
    }

    @Test
    @DisplayName("a grace that does not fit the lease is refused with the inequality")
    void graceThatDoesNotFit() {
        Run run = Run.of("run", "--election", "e", "--lease", "10s", "--grace", "8s", "--", "true");
        assertThat(run.code()).isEqualTo(125);
        assertThat(run.err())
                .contains("renewEvery * 1.1 + 2 * ioTimeout + drain = 13.75 s must be at most")
                .contains("drain is --grace");
    }

    @Test
    void aProgramThatIsNotThereIs127() {
        Run run = Run.of("run", "--election", "e", "--", "no-such-program", "--election", "of-the-program");
        assertThat(run.code()).isEqualTo(127);
        assertThat(run.err()).contains("program 'no-such-program' is not found");
    }

    @Test
    void aFileThatIsNoProgramIs126(@TempDir Path folder) throws Exception {
        Path file = Files.createFile(folder.resolve("notes.txt"));
        Run run = Run.of("run", "--election", "e", "--", file.toString());
        assertThat(run.code()).isEqualTo(126);
        assertThat(run.err()).contains("execute permission");
    }

    @Test
    void theHelpHasExamplesAndItsOwnExitCodes() {
        Run run = Run.of("run", "--help");
        assertThat(run.code()).isZero();
        assertThat(run.out())
                .containsSubsequence("Usage: primus run", "Examples:", "  primus run", "Options:", "Exit codes:")
                .containsSubsequence("75", "124", "125", "126", "127", "128+n")
                .doesNotContain("look before you repeat it");
        assertThat(run.out().lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(100));
    }
}
