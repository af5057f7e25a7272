package dev.primus.jdbc.store;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** A store that is down for hours must not fill the disk with log lines. */
class StormLogTest {
    private final Logger logger = (Logger) LoggerFactory.getLogger("dev.primus.jdbc");
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
    private Level levelBefore;
    private long now = -5;
    private final StormLog log = new StormLog("store", () -> now);

    @BeforeEach
    void listen() {
        levelBefore = logger.getLevel();
        logger.setLevel(Level.INFO);
        logger.setAdditive(false);
        lines.start();
        logger.addAppender(lines);
    }

    @AfterEach
    void stopListening() {
        logger.detachAppender(lines);
        logger.setAdditive(true);
        logger.setLevel(levelBefore);
    }

    @Test
    @DisplayName("the first failure is told at once, and the recovery too")
    void firstFailureAndRecovery() {
        log.failed("renew", "no route");
        log.succeeded();
        assertThat(told())
                .containsExactly(
                        "WARN store: renew failed, 1 failures since the last such line: no route",
                        "INFO store: the store answers again");
    }

    @Test
    @DisplayName("a storm is told once a minute, with how many there were")
    void onceAMinute() {
        for (int second = 0; second < 180; second++) {
            log.failed("renew", "no route");
            log.failed("look", "no route");
            pass(Duration.ofSeconds(1));
        }
        assertThat(told())
                .containsExactly(
                        "WARN store: renew failed, 1 failures since the last such line: no route",
                        "WARN store: renew failed, 120 failures since the last such line: no route",
                        "WARN store: renew failed, 120 failures since the last such line: no route");
    }

    @Test
    @DisplayName("one that comes and goes is told once a minute as well, and no failure is left out of the count")
    void flapping() {
        for (int second = 0; second < 61; second++) {
            log.failed("renew", "no route");
            log.succeeded();
            pass(Duration.ofSeconds(1));
        }
        assertThat(told())
                .containsExactly(
                        "WARN store: renew failed, 1 failures since the last such line: no route",
                        "INFO store: the store answers again",
                        "WARN store: renew failed, 60 failures since the last such line: no route",
                        "INFO store: the store answers again");
    }

    @Test
    @DisplayName("a store that works is not worth a line")
    void success() {
        log.succeeded();
        assertThat(told()).isEmpty();
    }

    private void pass(Duration time) {
        now += time.toNanos();
    }

    private List<String> told() {
        return lines.list.stream()
                .map(line -> line.getLevel() + " " + line.getFormattedMessage())
                .toList();
    }
}
