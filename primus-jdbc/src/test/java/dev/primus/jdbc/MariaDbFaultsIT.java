package dev.primus.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.spi.LeaseStore;
import dev.primus.core.spi.Sighting;
import java.time.Duration;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("L8")
class MariaDbFaultsIT extends ServerFaults {
    @Override
    int port() {
        return MariaDbServer.port();
    }

    @Override
    DataSource direct() {
        return MariaDbServer.source();
    }

    @Override
    DataSource through(int port) {
        return MariaDbServer.source(port, MariaDbServer.USER, MariaDbServer.PASSWORD);
    }

    @Override
    DataSource withPassword(String password) {
        return MariaDbServer.source(port(), MariaDbServer.USER, password);
    }

    @Override
    String takeoverCommit() {
        return "COMMIT";
    }

    @Test
    @Tag("L5")
    @DisplayName("S5 servers with the same host name and port, as in containers, are told apart by their server id")
    void serverId() throws Exception {
        try (LeaseStore store = JdbcStore.on(direct()).open(session("a"))) {
            win(store);
            assertThat(look(store).stampedBy()).isEqualTo(look(store).readBy());
            run("SET GLOBAL server_id = 4711");
            try (LeaseStore other = JdbcStore.on(direct()).open(session("b"))) {
                Sighting seen = look(other);
                assertThat(seen.readBy()).isNotEqualTo(seen.stampedBy()).endsWith("/4711");
            } finally {
                run("SET GLOBAL server_id = 1");
            }
        }
    }

    @Test
    @Tag("L8")
    @DisplayName("C4 a session whose clock was stepped shows it: the store's time jumped, which the engine distrusts")
    void steppedClock() throws Exception {
        DataSource stepped = SteppedSource.of(direct(), "SET SESSION timestamp = UNIX_TIMESTAMP() + 3600");
        try (LeaseStore holder = JdbcStore.on(direct()).open(session("a"));
                LeaseStore fooled = JdbcStore.on(stepped).open(session("b"))) {
            win(holder);
            Sighting honest = look(holder);
            Sighting jumped = look(fooled);
            assertThat(honest.isLive()).isTrue();
            assertThat(Duration.ofNanos(jumped.readAt().nanosSince(honest.readAt())))
                    .as("whoever compares it with its own clock notices")
                    .isGreaterThan(Duration.ofMinutes(59));
        }
    }
}
