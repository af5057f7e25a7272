package dev.primus.server.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("G11")
class AlarmOptionsTest {
    private static final Pattern LEADERLESS = Pattern.compile("\"event\":\"leaderless\".*\"millis\":\"?([0-9]+)");

    @TempDir
    private Path folder;

    /** An observer never leads; three leases, the default, would be 1500 ms. */
    @Test
    void theNodeAlarmsWhenItIsTold() throws Exception {
        Run run = NodeRun.until(
                "leaderless",
                folder,
                Map.of("PRIMUS_CONTROL_SOCKET", "none", "PRIMUS_LEADERLESS_ALARM", "1"),
                "node --node n --election e --observe --lease 500ms --events ndjson".split(" "));
        Matcher alarm = LEADERLESS.matcher(run.out());
        assertThat(alarm.find()).as(run.all()).isTrue();
        assertThat(Long.parseLong(alarm.group(1))).isBetween(500L, 1499L);
    }
}
