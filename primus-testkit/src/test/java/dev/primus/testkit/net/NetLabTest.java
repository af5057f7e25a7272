package dev.primus.testkit.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two hosts that call each other, and what the network does to their calls. */
class NetLabTest {
    @TempDir
    private Path folder;

    private final List<Process> callers = new ArrayList<>();
    private NetLab lab;

    @BeforeEach
    void twoWhoCallEachOther() throws IOException {
        try {
            lab = NetLab.of(2);
        } catch (UnsupportedOperationException e) {
            Assumptions.abort(e.getMessage());
        }
        call(0, 1);
        call(1, 0);
        awaitHeard(0, 1);
        awaitHeard(1, 1);
    }

    private void call(int from, int to) throws IOException {
        List<String> command = new ArrayList<>(lab.on(from));
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Caller.class.getName(),
                NetLab.ip(from),
                NetLab.ip(to)));
        callers.add(new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(dots(from).toFile())
                .start());
    }

    private Path dots(int host) {
        return folder.resolve("heard-by-" + host);
    }

    private long heard(int host) throws IOException {
        return Files.size(dots(host));
    }

    private void awaitHeard(int host, int more) throws IOException {
        long before = heard(host);
        await().atMost(Duration.ofSeconds(20))
                .pollInterval(Duration.ofMillis(10))
                .until(() -> heard(host) >= before + more);
    }

    @AfterEach
    void hangUp() throws InterruptedException {
        for (Process caller : callers) {
            caller.destroyForcibly().waitFor();
        }
        if (lab != null) {
            lab.close();
        }
    }

    @Test
    void whatIsLostOneWayStillArrivesTheOtherWay() throws Exception {
        lab.lose(0, 1);
        awaitHeard(0, 10);
        long before = heard(1);
        awaitHeard(0, 50);
        assertThat(heard(1)).as("host 1 hears nothing while host 0 hears it").isEqualTo(before);

        lab.deliver(0, 1);
        awaitHeard(1, 10);
        awaitHeard(0, 10);
    }
}
