package dev.primus.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.Primus;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How a node goes, with real threads on a real file. */
class ClosingTest {
    @TempDir
    Path folder;

    @Test
    @DisplayName("C7 an interrupted thread that closes a node still waits until its duties have stopped")
    void closedByAnInterruptedThread() throws Exception {
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch stopped = new CountDownLatch(1);
        Primus primus = node();
        primus.election("e")
                .duty("work", leadership -> {
                    running.countDown();
                    try {
                        leadership.sleep(Duration.ofMinutes(5));
                    } finally {
                        stopped.countDown();
                    }
                })
                .join();
        assertThat(running.await(20, TimeUnit.SECONDS)).isTrue();

        Thread.currentThread().interrupt();
        primus.close();

        assertThat(Thread.interrupted()).as("the interrupt is not lost").isTrue();
        assertThat(stopped.getCount()).isZero();
    }

    @Test
    @DisplayName("closing twice, and asking afterwards, hurts nobody")
    void closedTwice() throws Exception {
        Primus primus = node();
        var election = primus.election("e").join();
        assertThat(election.awaitLeadership(Duration.ofSeconds(20))).isTrue();
        primus.close();
        primus.close();
        election.close();

        assertThat(election.isLeader()).isFalse();
        assertThat(election.resign().get(5, TimeUnit.SECONDS)).isEqualTo(dev.primus.Handover.NOT_LEADING);
        assertThat(election.transferTo("x").get(5, TimeUnit.SECONDS)).isEqualTo(dev.primus.Handover.NOT_LEADING);
    }

    private Primus node() {
        return Primus.builder()
                .node("core-1")
                .store(JdbcStore.sqlite(folder.resolve("primus.db")))
                .build();
    }
}
