package dev.primus.testkit.planted;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Mistakes are planted from outside, by a wrong store or by patching one class, and must be found. The seed that finds
 * each is recorded, and replayed in every build; {@code -Plong -Dprimus.planted.record=true} searches and records anew.
 */
@Tag("Z3")
class PlantedBugsTest {
    private static final Path SEEDS = Path.of("src/test/resources/planted-bugs.txt");
    private static final int WIDTH = 110;
    private static final Path PAGE = Path.of("../docs/planted-bugs.md");
    /** Those of the links, which this module cannot see: planted there, told here. */
    private static final Path OF_THE_WIRE = Path.of("../primus-cluster/src/test/resources/planted-wire-bugs.txt");

    private static final long MOST_SEEDS = 2000;

    /** What finds a bug. */
    private record Found(long seed, String property) {}

    @TestFactory
    Stream<DynamicTest> theRecordedSeedFindsEach() throws IOException {
        Map<String, Found> recorded = recorded();
        return PlantedBug.ALL.stream()
                .map(bug -> DynamicTest.dynamicTest(bug.name(), () -> {
                    Found found = recorded.get(bug.name());
                    assertThat(found)
                            .as("no seed is recorded for %s", bug.name())
                            .isNotNull();
                    assertThat(probe(bug).apply(found.seed()))
                            .as("seed %d no longer finds %s: search again", found.seed(), bug.name())
                            .startsWith(found.property() + " ");
                }));
    }

    @Test
    void thePageTellsEachStory() throws IOException {
        assertThat(Files.readString(PAGE)).isEqualTo(page(recorded()));
    }

    @Test
    @Tag("long")
    void eachIsFoundWithinTwoThousandSeeds() throws IOException {
        Map<String, Found> found = new ConcurrentHashMap<>();
        PlantedBug.ALL.parallelStream().forEach(bug -> search(bug, found));
        assertThat(found.keySet())
                .containsExactlyInAnyOrderElementsOf(
                        PlantedBug.ALL.stream().map(PlantedBug::name).toList());
        if (Boolean.getBoolean("primus.planted.record")) {
            List<String> lines = PlantedBug.ALL.stream()
                    .map(bug -> bug.name() + " " + found.get(bug.name()).seed() + " "
                            + found.get(bug.name()).property())
                    .toList();
            Files.write(SEEDS, lines);
            Files.createDirectories(PAGE.getParent());
            Files.writeString(PAGE, page(found));
        }
    }

    private static void search(PlantedBug bug, Map<String, Found> found) {
        LongFunction<String> probe = probe(bug);
        for (long seed = 1; seed <= MOST_SEEDS && !found.containsKey(bug.name()); seed++) {
            String violation = probe.apply(seed);
            if (!violation.isEmpty()) {
                System.out.println(bug.name() + ", seed " + seed + ": " + violation);
                found.put(bug.name(), new Found(seed, violation.split(" ", 2)[0]));
            }
        }
    }

    private static LongFunction<String> probe(PlantedBug bug) {
        if (bug.patch() != null) {
            return PatchedLoader.probe(bug.patch(), bug.engine());
        }
        return bug.wrongStore() == null
                ? Probe.withRulings(Objects.requireNonNull(bug.wrongRulings()))
                : Probe.withStore(bug.wrongStore());
    }

    private static Map<String, Found> recorded() throws IOException {
        Map<String, Found> recorded = new LinkedHashMap<>();
        for (String line : Files.readAllLines(SEEDS)) {
            String[] words = line.split(" ");
            recorded.put(words[0], new Found(Long.parseLong(words[1]), words[2]));
        }
        return recorded;
    }

    private static String page(Map<String, Found> found) throws IOException {
        StringBuilder page = new StringBuilder("""
                # Planted bugs

                A simulator that finds nothing proves little unless it finds what is there. These mistakes, most of them made
                before by others, are planted from outside: a wrong store, members that go by wrong rules, or one class of the
                engine compiled from a patched source and loaded in its place. The search must find each within 2,000 seeds; every
                build replays the seed that did. `S`, `C`, `D`, `R`, `G`, `Vote`, `Xfer` and `Live` are the properties of
                [the guarantees](guarantees.md). This page is written by `PlantedBugsTest`.
                """);
        for (PlantedBug bug : PlantedBug.ALL) {
            Found by = found.get(bug.name());
            page.append("\n## ")
                    .append(bug.name())
                    .append("\n\n")
                    .append(bug.story())
                    .append('\n');
            page.append("Planted in %s. Seen by %s, seed %d.\n"
                    .formatted(bug.place(), by == null ? "?" : by.property(), by == null ? 0 : by.seed()));
        }
        for (String line : Files.readAllLines(OF_THE_WIRE)) {
            String[] words = line.split(" ", 5);
            page.append("\n## %s\n\n%s\nPlanted in `%s`. Seen by %s, seed %s, by `PlantedWireBugsTest`.\n"
                    .formatted(words[0], wrapped(words[4]), words[1], words[3], words[2]));
        }
        return page.toString();
    }

    private static String wrapped(String story) {
        StringBuilder text = new StringBuilder();
        int width = 0;
        for (String word : story.split(" ")) {
            boolean fits = width + 1 + word.length() <= WIDTH;
            text.append(width == 0 ? "" : fits ? " " : "\n").append(word);
            width = width > 0 && fits ? width + 1 + word.length() : word.length();
        }
        return text.toString();
    }
}
