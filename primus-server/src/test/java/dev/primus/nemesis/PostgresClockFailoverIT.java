package dev.primus.nemesis;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;

@DisplayName("PostgreSQL fails over to a server whose clock is an hour off")
class PostgresClockFailoverIT extends ClockFailoverScenarios {
    @Override
    FailoverDatabase database(Path home) throws IOException {
        return new ReplicatedPostgres(home);
    }
}
