package dev.primus.nemesis;

import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;

@DisplayName("Processes on PostgreSQL")
class PostgresNemesisIT extends ServerScenarios {
    @Override
    DatabaseServer server(Path home) throws Exception {
        return new PostgresServer(home);
    }
}
