package dev.primus.nemesis;

import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;

@Tag("long")
@DisplayName("primus run on MariaDB")
class MariaDbRunIT extends RunScenarios {
    @Override
    Database open(Path home) throws Exception {
        MariaDbServer server = new MariaDbServer(home);
        server.start();
        server.store().admin().createOrUpgrade();
        return server;
    }
}
