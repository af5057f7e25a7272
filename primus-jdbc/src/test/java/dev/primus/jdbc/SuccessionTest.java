package dev.primus.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.primus.Primus;
import dev.primus.core.ElectionName;
import dev.primus.core.LossReason;
import dev.primus.core.spi.Hold;
import dev.primus.core.spi.Parting;
import dev.primus.feed.FeedKind;
import dev.primus.feed.FeedRecord;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a successor reads in real books. */
@Tag("G11")
class SuccessionTest {
    @TempDir
    Path folder;

    @Test
    @DisplayName("the end of a leader whose death watch gave its term back is told by its successor, as CRASHED")
    void crashed() {
        Path file = folder.resolve("primus.db");
        ElectionName election = new ElectionName("e");
        ConnectorSource source = new ConnectorSource(() -> DriverManager.getConnection("jdbc:sqlite:" + file));
        try (Rival former = Rival.enrol(source, election, "former")) {
            Hold hold = former.bid().orElseThrow();
            former.store().release(List.of(new Parting(hold, LossReason.CRASHED, null)));
        }
        try (Primus successor = Primus.builder()
                .node("successor")
                .store(JdbcStore.sqlite(file))
                .lease(Duration.ofSeconds(10))
                .build()) {
            successor.election("e").join();
            await().atMost(Duration.ofSeconds(20))
                    .until(() -> told(successor, FeedKind.LOST_LEADERSHIP).contains("former CRASHED successor"));
            assertThat(told(successor, FeedKind.LEADER_DOWN)).containsExactly("former CRASHED null");
        }
    }

    private static List<String> told(Primus node, FeedKind kind) {
        return node.feed().recent().stream()
                .filter(record -> record.kind() == kind && record.term() != null)
                .map(SuccessionTest::words)
                .toList();
    }

    private static String words(FeedRecord record) {
        return "%s %s %s"
                .formatted(
                        record.term() == null ? "" : record.term().leader().name(),
                        record.reason(),
                        record.details().get("said_by"));
    }
}
