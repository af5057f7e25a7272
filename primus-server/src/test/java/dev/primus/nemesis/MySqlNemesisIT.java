package dev.primus.nemesis;

import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;

@Tag("long")
@DisplayName("Processes on MySQL 8")
class MySqlNemesisIT extends ServerScenarios {
    @Override
    DatabaseServer server(Path home) throws Exception {
        return new MySqlServer(home);
    }
}
