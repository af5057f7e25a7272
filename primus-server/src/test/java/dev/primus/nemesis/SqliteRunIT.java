package dev.primus.nemesis;

import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;

@DisplayName("primus run on SQLite")
class SqliteRunIT extends RunScenarios {
    @Override
    Database open(Path home) {
        return new SqliteDatabase(home);
    }
}
