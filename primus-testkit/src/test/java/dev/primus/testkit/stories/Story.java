package dev.primus.testkit.stories;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.testkit.sim.SimCluster;
import dev.primus.testkit.sim.SimSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * A scenario whose trace is compared with a recorded text, so that a change of behaviour can be read in review. Run with
 * {@code -Dprimus.stories.record=true} to record anew, and read the difference.
 */
final class Story {
    private static final Path SHELF = Path.of("src/test/resources/stories");

    private final String title;
    private final String why;
    private final List<String> told = new ArrayList<>();
    private UnaryOperator<SimSettings> setting = settings -> settings;

    private Story(String title, String why) {
        this.title = title;
        this.why = why;
    }

    static Story of(String title, String why) {
        return new Story(title, why);
    }

    Story in(UnaryOperator<SimSettings> other) {
        setting = other;
        return this;
    }

    /** Plays with nodes a, b and c, all candidates in "coordinator". */
    void play(Consumer<SimCluster> plot) throws IOException {
        SimSettings settings = setting.apply(SimSettings.of(1, 3)).withTrace(this::tell);
        try (SimCluster cluster = new SimCluster(settings)) {
            cluster.startAll().everybodyJoins("coordinator");
            plot.accept(cluster);
            cluster.oneLeaderAtMost();
        }
        compare();
    }

    /** What members send each other is too much for a story. */
    private void tell(String line) {
        if (!line.contains(" <- ")) {
            told.add(plain(line));
        }
    }

    /** Incarnations are noise to a reader. */
    private static String plain(String line) {
        return line.replaceAll("#[0-9a-f]{8}", "").stripTrailing();
    }

    private void compare() throws IOException {
        Path page = SHELF.resolve(title + ".txt");
        String text = why.strip().lines().map(line -> "# " + line + "\n").reduce("", String::concat)
                + "\n"
                + String.join("\n", told)
                + "\n";
        if (Boolean.getBoolean("primus.stories.record")) {
            Files.createDirectories(SHELF);
            Files.writeString(page, text);
        }
        assertThat(text).isEqualTo(Files.readString(page));
    }
}
