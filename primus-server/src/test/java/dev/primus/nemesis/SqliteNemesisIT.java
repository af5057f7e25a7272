package dev.primus.nemesis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.nemesis.ContenderSettings.Work;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Processes on SQLite")
class SqliteNemesisIT extends NemesisScenarios {
    @Override
    Database open(Path home) {
        return new SqliteDatabase(home);
    }

    @Test
    @DisplayName("the judge sees two leaders where there are two: processes that were pointed at different databases")
    void splitBrain(@TempDir Path home) throws Exception {
        try (Arena one = arena(home, "one");
                Arena other = arena(home, "other")) {
            Child here = one.start("a").get(0);
            Child there = other.start("b").get(0);
            one.awaitLeader();
            other.awaitLeader();
            one.awaitLeader();

            Journals history = new Journals(List.of(here.journal(), there.journal()));
            assertThat(history.violations()).anyMatch(found -> found.startsWith("two leaders"));
        }
    }

    private static Arena arena(Path home, String database) throws Exception {
        Path folder = Files.createDirectory(home.resolve(database));
        return new Arena(new SqliteDatabase(folder), folder, SHORT, Map.of("split-brain", Work.FENCED));
    }
}
