package dev.primus.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three processes that vote, of which one was started with another cluster size. */
@Tag("B12")
class BallotConfigurationIT {
    private static final String ODD = "core-3";
    private static final Pattern MISMATCH = Pattern.compile("goes by other rules .*(3 of 5|2 of 3)");
    private static final Pattern TERM = Pattern.compile("wins term (\\d+)");

    @TempDir
    private Path folder;

    private BallotNodes nodes;

    @AfterEach
    void nobodyStays() throws InterruptedException {
        nodes.close();
    }

    @Test
    @DisplayName("the two that agree elect one of them once; without it no term begins; every node names the cause")
    void noStorm() throws Exception {
        nodes = new BallotNodes(folder, "core-1", "core-2", ODD);
        for (String name : nodes.names()) {
            nodes.start(name, "--cluster-size", name.equals(ODD) ? "5" : "3");
        }
        String leader = nodes.settled(nodes.without(ODD));
        String survivor = nodes.without(ODD, leader).get(0);
        for (String name : nodes.names()) {
            mustNameTheCause("status", "--node", name);
        }
        mustNameTheCause("explain", "e", "--node", ODD);
        long before = latest(mustNameTheCause("explain", "e", "--node", survivor));
        assertThat(before).as("terms begun while all three run").isBetween(1L, 8L);

        nodes.kill(leader);
        Thread.sleep(5_000); // The length of the measurement: terms that begin in it are counted.
        for (String name : List.of(survivor, ODD)) {
            assertThat(nodes.said(name)).as("log of %s", name).containsPattern(MISMATCH);
            assertThat(latest(mustNameTheCause("explain", "e", "--node", name)))
                    .as("the latest term that %s knows of", name)
                    .isLessThanOrEqualTo(before);
        }
    }

    private String mustNameTheCause(String... command) {
        AtomicReference<String> said = new AtomicReference<>("");
        await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> {
            said.set(nodes.primus(command));
            assertThat(said.get()).containsPattern(MISMATCH);
        });
        return said.get();
    }

    /** The term of the latest election that a node has seen decided; 0 if it has seen none. */
    private static long latest(String explained) {
        Matcher won = TERM.matcher(explained);
        return won.find() ? Long.parseLong(won.group(1)) : 0;
    }
}
