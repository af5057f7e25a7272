package dev.primus.cluster.ballot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Mistakes in what keeps strangers out, planted as those of the engines are. Their stories, and the seeds that find them, are
 * lines of a file, from which the test kit writes the page; every build replays the seeds.
 */
@Tag("Z3")
class PlantedWireBugsTest {
    private static final Path LINES = Path.of("src/test/resources/planted-wire-bugs.txt");
    private static final long MOST_SEEDS = 2000;

    /** Some text of a source, and what replaces it. */
    private record Change(String file, String from, String to) {
        LongFunction<String> probe() {
            return WirePatch.probe(file, from, to);
        }
    }

    private static final Map<String, Change> CHANGES = Map.of(
            "replay-accepted",
            new Change(
                    "Opener.java",
                    "if (!windows.accept(envelope.sender(), envelope.sequence(), earliest)) {",
                    "if (!windows.accept(envelope.sender(), envelope.sequence(), earliest) && false) {"),
            "unsealed-accepted",
            new Change(
                    "SignedLink.java",
                    "} else if (message instanceof BallotMessage && !from.equals(self)) {",
                    "} else if (message instanceof BallotMessage && from.equals(self)) {"),
            "unsigned-accepted",
            new Change(
                    "Opener.java",
                    "            checkSignature(envelope);",
                    "            if (envelope.signature().length > 0) {\n                checkSignature(envelope);\n            }"),
            "forged-accepted",
            new Change(
                    "Opener.java",
                    "if (!verifier.verify(envelope.sender().name(), envelope.keyId(), envelope.signed(), envelope.signature())) {",
                    "if (envelope.signature().length == 0) {"),
            "receiver-unchecked",
            new Change("Opener.java", "if (!envelope.receiver().equals(self)) {", "if (envelope.receiver() == null) {"),
            "cluster-unchecked",
            new Change(
                    "Opener.java",
                    "if (!envelope.cluster().equals(cluster.value())) {",
                    "if (envelope.cluster().isEmpty()) {"));

    /** A line: name, file, seed, property, and the story. */
    private static List<String[]> lines() throws IOException {
        return Files.readAllLines(LINES).stream()
                .map(line -> line.split(" ", 5))
                .toList();
    }

    @TestFactory
    Stream<DynamicTest> theRecordedSeedFindsEach() throws IOException {
        return lines().stream()
                .map(line -> DynamicTest.dynamicTest(
                        line[0],
                        () -> assertThat(CHANGES.get(line[0]).probe().apply(Long.parseLong(line[2])))
                                .as("seed %s no longer finds %s: search again", line[2], line[0])
                                .startsWith(line[3] + " ")));
    }

    @Test
    void eachHasItsLine() throws IOException {
        assertThat(lines().stream().map(line -> line[0])).containsExactlyInAnyOrderElementsOf(CHANGES.keySet());
        for (String[] line : lines()) {
            assertThat(line[1]).isEqualTo(CHANGES.get(line[0]).file());
        }
    }

    @Test
    @Tag("long")
    void eachIsFoundWithinTwoThousandSeeds() {
        CHANGES.forEach((name, change) -> {
            LongFunction<String> probe = change.probe();
            String found = "";
            long seed = 0;
            while (found.isEmpty() && seed < MOST_SEEDS) {
                found = probe.apply(++seed);
            }
            System.out.println(name + ", seed " + seed + ": " + found);
            assertThat(found).as(name).isNotEmpty();
        });
    }
}
