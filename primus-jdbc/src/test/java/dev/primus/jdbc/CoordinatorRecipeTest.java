package dev.primus.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.Election;
import dev.primus.Primus;
import dev.primus.core.ClusterName;
import dev.primus.core.ElectionName;
import dev.primus.core.LossReason;
import dev.primus.core.spi.Ledger;
import dev.primus.core.spi.TermRecord;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The recipe as a user types it, on a real file and in real time. */
class CoordinatorRecipeTest {
    @TempDir
    Path folder;

    @Test
    @Tag("L9")
    @DisplayName("the work follows the coordinator, under the token of each term")
    void theWorkFollowsTheCoordinator() throws Exception {
        BlockingQueue<String> worked = new LinkedBlockingQueue<>();
        try (Primus first = node("core-1");
                Primus second = node("core-2")) {
            Election one = first.becomeCoordinator(leadership -> worked.add("core-1 with token " + leadership.token()));
            assertThat(worked.poll(20, TimeUnit.SECONDS)).isEqualTo("core-1 with token 1");
            second.becomeCoordinator(leadership -> worked.add("core-2 with token " + leadership.token()));

            one.close();

            assertThat(worked.poll(20, TimeUnit.SECONDS)).isEqualTo("core-2 with token 2");
        }
        ElectionName recipe = new ElectionName("coordinator_lock");
        try (Ledger books = JdbcStore.sqlite(file()).ledger(ClusterName.DEFAULT)) {
            assertThat(books.history(recipe, 10))
                    .extracting(TermRecord::reason)
                    .containsExactly(LossReason.SHUTDOWN, LossReason.SHUTDOWN);
        }
    }

    private Primus node(String name) {
        return Primus.builder()
                .node(name)
                .store(JdbcStore.sqlite(file()))
                .lease(Duration.ofSeconds(10))
                .build();
    }

    private Path file() {
        return folder.resolve("primus.db");
    }
}
