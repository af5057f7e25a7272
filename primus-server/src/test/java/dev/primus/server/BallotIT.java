package dev.primus.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code primus node --engine ballot} as three processes on loopback: a vote, a crash, another vote, and why. */
@Tag("B11")
@Tag("B12")
class BallotIT {
    @TempDir
    private Path folder;

    private BallotNodes nodes;

    @BeforeEach
    void three() throws IOException {
        nodes = new BallotNodes(folder, "core-1", "core-2", "core-3");
    }

    @AfterEach
    void nobodyStays() throws InterruptedException {
        nodes.close();
    }

    private void failover() throws InterruptedException {
        List<String> all = nodes.names();
        String first = nodes.settled(all);
        assertThat(all.stream().filter(name -> nodes.term(name) > 0)).containsExactly(first);
        long term = nodes.term(first);
        nodes.kill(first);
        List<String> others = nodes.without(first);
        nodes.leader(others, term);
        String second = nodes.settled(others);
        assertThat(others.stream().filter(name -> nodes.term(name) > term)).containsExactly(second);
    }

    @Test
    void aKilledLeaderIsReplacedAndTheVoteExplained() throws Exception {
        for (String name : nodes.names()) {
            nodes.start(name);
        }
        failover();
        assertThat(nodes.primus("explain", "e"))
                .startsWith("0: ")
                .contains("wins term", "CANDIDATE", "admin_election", "voted for");
        assertThat(nodes.primus("explain", "e", "--dry-run")).startsWith("0: ").contains("would win");
        assertThat(nodes.primus("trigger", "e", "--yes", "--override"))
                .startsWith("0: ")
                .contains("done: ", "Why: primus explain e");
    }

    @Test
    void withKeysEverybodyIsWhoItSaysItIs() throws Exception {
        Path members = Files.createFile(folder.resolve("members"));
        for (String name : nodes.names()) {
            Path key = folder.resolve(name + ".pem");
            String line = nodes.primus(
                            "keys",
                            "make",
                            "--quiet",
                            "--node",
                            name,
                            "--out",
                            key.toString(),
                            "--capability",
                            "admin_election")
                    .replaceFirst("^0: ", "");
            Files.writeString(members, line, StandardOpenOption.APPEND);
        }
        for (String name : nodes.names()) {
            nodes.start(name, "--key", folder.resolve(name + ".pem").toString(), "--members", members.toString());
        }
        failover();
        assertThat(nodes.said("core-1")).contains("votes signed");
    }
}
