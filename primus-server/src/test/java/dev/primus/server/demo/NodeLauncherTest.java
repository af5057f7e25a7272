package dev.primus.server.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.ClusterName;
import dev.primus.core.LeaseTiming;
import dev.primus.server.store.Credentials;
import dev.primus.server.store.StoreUrl;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class NodeLauncherTest {
    @Test
    void nodesOfTheShowHeedNoSettingsAndTellNoSecrets() {
        NodeLauncher launcher = new NodeLauncher(
                StoreUrl.parse("jdbc:postgresql://db.example.com/app?password=Xyzzy-4711"),
                new Credentials("me", "Xyzzy-4712"),
                new ClusterName("primus-demo"),
                "coordinator",
                LeaseTiming.of(Duration.ofSeconds(3)),
                Path.of("scratch"));
        assertThat(launcher.command("one"))
                .containsSubsequence("node", "--no-config", "--node", "one", "--lease", "3000ms")
                .noneMatch(word -> word.contains("Xyzzy"));
    }
}
