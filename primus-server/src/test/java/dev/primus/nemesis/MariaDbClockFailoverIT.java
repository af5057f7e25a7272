package dev.primus.nemesis;

import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;

@DisplayName("MariaDB fails over to a server whose clock is an hour off")
class MariaDbClockFailoverIT extends ClockFailoverScenarios {
    @Override
    FailoverDatabase database(Path home) throws Exception {
        return new ReplacedMariaDb(home);
    }
}
